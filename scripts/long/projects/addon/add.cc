#include <napi.h>

static Napi::Value Add(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), info[0].As<Napi::Number>().DoubleValue() + info[1].As<Napi::Number>().DoubleValue());
}

static Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("add", Napi::Function::New(env, Add));
  return exports;
}

NODE_API_MODULE(add, Init)
