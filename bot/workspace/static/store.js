// What the page knows, and how it asks the workspace for more.

import { toast } from "./dom.js";

export const store = {
  overview: null,
  user: "",
  channel: "",
  thread: "",
  tab: "messages",
  messages: [],
  ephemerals: [],
  modals: [],
  home: null,
};

export async function look(path) {
  const answer = await fetch(`/page/${path}?user=${encodeURIComponent(store.user)}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Do something. What is not possible is said in a toast, and the answer is null. */
export async function act(action, fields) {
  let answer;
  try {
    const sent = await fetch(`/page/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user: store.user, ...fields }),
    });
    answer = await sent.json();
  } catch {
    answer = { ok: false, error: "The workspace does not answer. Is the demo still running?" };
  }
  if (answer.ok) return answer;
  toast(answer.error);
  return null;
}

export const channelOf = (id) => store.overview.channels.find((one) => one.id === id);
export const nameOf = (user) => store.overview.users[user]?.real_name;
export const isApp = (user) => Boolean(store.overview.users[user]?.is_bot);
