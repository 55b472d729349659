// Calls to the daemon. The session's path is one of its two secrets; it is kept
// for this origin alone, the other is a cookie for that path.

const where = 'hermes-session';

export class Failure extends Error {
  constructor(status, text, answer) {
    super(text);
    this.status = status;
    this.answer = answer;
  }
}

export function path() { return localStorage.getItem(where); }

async function send(method, url, body) {
  const init = { method, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(url, init);
  } catch {
    throw new Failure(0, 'the daemon does not answer');
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Failure(response.status, answer?.error ?? response.statusText, answer);
  return answer;
}

// call calls what the session may; without one, or not any more, the page
// shows its door.
export async function call(method, rest, body) {
  const base = path();
  try {
    if (!base) throw new Failure(401, 'you are not signed in');
    return await send(method, base + rest, body);
  } catch (error) {
    if (error.status === 401) {
      forget();
      dispatchEvent(new CustomEvent('signed-out', { detail: base ? error.message : '' }));
    }
    throw error;
  }
}

// plain calls what needs no session.
export const plain = send;

export async function signIn(code) {
  const answer = await send('POST', '/sign-in', { code });
  localStorage.setItem(where, answer.session);
}

export function forget() { localStorage.removeItem(where); }
