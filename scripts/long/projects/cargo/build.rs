fn main() {
    cc::Build::new().file("src/twice.c").compile("twice");
}
