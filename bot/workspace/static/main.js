// The page: which person, channel and thread are shown, and keeping them up to date.

import { composer } from "./composer.js";
import { announce, byId, h, icon, showAll, toast } from "./dom.js";
import { author, editMessage, follows, showMessages } from "./messages.js";
import { act, channelOf, isApp, look, store } from "./store.js";
import { showHome, showModal } from "./windows.js";

const read = new Map();
const told = new Map();
let news = null;
let expecting = "";
let writing = "";
let moves = 0;

const place = () => `${store.user}/${store.channel}`;
const inChannel = (message) => !message.thread_ts || message.thread_ts === message.ts || message.subtype === "thread_broadcast";
const byTime = (one, other) => (one.ts < other.ts ? -1 : 1);

// Showing.

function showSidebar() {
  const { overview } = store;
  byId("team-name").textContent = overview.team;
  byId("person").replaceChildren(...overview.people.map((id) => h("option", { value: id, selected: id === store.user }, overview.users[id].real_name)));
  const entries = overview.channels.map((one) => ({ ...one, key: one.id, current: one.id === store.channel, unread: unread(one) }));
  showAll(byId("channels"), entries.filter((one) => one.kind !== "im"), drawChannel);
  showAll(byId("direct"), entries.filter((one) => one.kind === "im"), drawChannel);
  byId("samples-section").hidden = !overview.samples.length;
  showAll(byId("samples"), overview.samples.map((one) => ({ key: one.title, ...one })), drawSample);
  byId("connection").textContent = overview.connected ? "Errorbook is connected" : "Errorbook is not connected";
  byId("connection").classList.toggle("on", overview.connected);
}

function unread(channel) {
  if (channel.id === store.channel || !channel.latest || channel.latest_by === store.user) return false;
  return channel.latest > (read.get(`${store.user}/${channel.id}`) || "");
}

function drawChannel(one) {
  const sign = one.kind === "im" ? h("span", { class: "avatar app small" }, icon("book")) : one.kind === "group" ? icon("lock") : h("span", { class: "sign" }, "#");
  return h("li", {}, h("button", {
    type: "button",
    class: one.unread ? "channel unread" : "channel",
    "aria-current": one.current ? "page" : null,
    "aria-label": one.unread ? `${one.name}, new messages` : null,
    dataset: { focus: "channel" },
    onclick: () => go({ channel: one.id }),
  }, h("span", { "aria-hidden": "true", class: "sign-place" }, sign), h("span", {}, one.kind === "im" ? "Errorbook" : one.name)));
}

function drawSample(one) {
  return h("li", {}, h("button", {
    type: "button", class: "sample", title: one.text.slice(0, 400), dataset: { focus: "sample" },
    onclick: async () => {
      showTab("messages");
      posted(await act("post", { channel: store.channel, text: one.text }));
    },
  }, one.title));
}

const titleOf = (channel) => (channel.kind === "im" ? "Errorbook" : `${channel.kind === "group" ? "" : "#"}${channel.name}`);

function showChannel(jump = false) {
  const channel = channelOf(store.channel);
  const name = titleOf(channel);
  byId("channel-title").replaceChildren(...(channel.kind === "group" ? [icon("lock")] : []), name);
  byId("channel-topic").textContent = channel.kind === "im" ? "Direct messages with the app" : `${channel.members} members · ${channel.topic}`;
  document.title = `${name} · ${store.overview.team}`;
  byId("invite").hidden = channel.bot;
  showTabs(channel.kind === "im");
  const ephemerals = store.ephemerals.filter((one) => !one.thread_ts);
  const shown = [...store.messages.filter(inChannel), ...ephemerals].sort(byTime);
  const container = byId("messages");
  container.setAttribute("aria-label", `Messages in ${name}`);
  showMessages(container, shown, { days: true, jump, openThread, edit: editMessage });
  if (!shown.length) showAll(container, [{ key: "empty", name, bot: channel.bot }], drawEmpty);
  read.set(place(), channel.latest);
}

function drawEmpty({ name, bot }) {
  return h("div", { class: "empty" }, h("h3", {}, `This is the beginning of ${name}`),
    h("p", {}, bot ? "Paste a traceback, or take one of the samples on the left. Errorbook answers in the thread."
      : "Errorbook is not in this channel and hears nothing of it."));
}

function showTabs(direct) {
  const tabs = byId("tabs");
  tabs.hidden = !direct;
  const home = direct && store.tab === "home";
  byId("home").hidden = !home;
  byId("messages").hidden = home;
  byId("channel-composer").hidden = home;
  showAll(tabs, direct ? ["home", "messages"].map((name) => ({ key: name, name, current: name === store.tab })) : [], ({ name, current }) => h("button", {
    type: "button", role: "tab", "aria-selected": String(current), dataset: { focus: "tab" }, onclick: () => showTab(name, true),
  }, name === "home" ? "Home" : "Messages"));
  if (home) showHome(byId("home"));
}

function showTab(name, tell = false) {
  if (store.tab !== name && tell) act("home", { tab: name });
  store.tab = name;
  showChannel(true);
}

function showThread(jump = false) {
  const aside = byId("thread");
  const root = store.messages.find((one) => one.ts === store.thread);
  aside.hidden = !root;
  byId("app").classList.toggle("with-thread", Boolean(root));
  if (!root) return;
  if (writing !== `${place()}/${root.ts}`) {
    // Only now that it is shown can the field find its height.
    side.moved("Reply…");
    writing = `${place()}/${root.ts}`;
  }
  const replies = store.messages.filter((one) => one.thread_ts === root.ts && one.ts !== root.ts);
  const ephemerals = store.ephemerals.filter((one) => one.thread_ts === root.ts);
  byId("thread-channel").textContent = titleOf(channelOf(store.channel));
  showMessages(byId("replies"), [root, ...[...replies, ...ephemerals].sort(byTime)], { root: root.ts, jump, openThread, edit: editMessage });
}

// Moving.

async function go({ user = store.user, channel, thread = "", tab = "messages" }) {
  const other = user !== store.user;
  const move = ++moves;
  store.user = user;
  if (other) {
    await refreshOverview();
    await refreshWindows();
    if (move !== moves) return;
    listen();
  }
  store.channel = channelOf(channel || store.channel)?.id || store.overview.channels.find((one) => one.name === "inference")?.id || store.overview.channels[0].id;
  store.thread = thread;
  store.tab = tab;
  await refreshChannel(true);
  if (move !== moves) return;
  showSidebar();
  const name = byId("channel-title").textContent;
  main.moved(`Message ${name}`);
  remember();
  if (other || !thread) main.focus();
}

function openThread(ts, write = false) {
  store.thread = ts;
  remember();
  showChannel();
  showThread(true);
  if (write) side.focus();
}

function closeThread() {
  const from = store.thread;
  store.thread = "";
  expecting = "";
  remember();
  showThread();
  showChannel();
  document.querySelector(`#messages [data-key="${CSS.escape(from)}"]`)?.focus();
}

function remember() {
  history.replaceState(null, "", `/#${[store.overview.users[store.user].name, store.channel, store.thread].filter(Boolean).join("/")}`);
}

/** Where an address points: our own, or the permalink of a message. */
function wanted() {
  const permalink = location.pathname.match(/^\/archives\/(\w+)\/p(\d+)(\d{6})$/);
  if (permalink) {
    const thread = new URLSearchParams(location.search).get("thread_ts");
    return { channel: permalink[1], thread: thread || `${permalink[2]}.${permalink[3]}` };
  }
  const [user, channel, thread] = location.hash.slice(1).split("/");
  return { user, channel, thread };
}

// Keeping up.

async function refreshOverview() {
  const { user } = store;
  const answer = await look("overview");
  // An answer that was asked for as somebody else comes too late.
  if (user !== store.user) return;
  store.overview = answer;
  store.user = answer.me;
}

async function refreshChannel(jump = false) {
  const { channel, user } = store;
  const answer = await look(`channel/${channel}`);
  if (channel !== store.channel || user !== store.user) return;
  const before = jump ? null : new Set([...store.messages, ...store.ephemerals].map((one) => one.ts));
  Object.assign(store, answer);
  const fresh = before ? [...answer.messages, ...answer.ephemerals].filter((one) => !before.has(one.ts)) : [];
  arrived(fresh.filter((one) => one.user !== store.user));
  const mine = fresh.filter((one) => one.user === store.user);
  // Opening the thread makes the channel narrower, which moves its end.
  const atEnd = follows(byId("messages"));
  showThread(jump || mine.some((one) => one.thread_ts === store.thread));
  showChannel(jump || atEnd || mine.some(inChannel));
}

/** Say what has come; open the thread of a message just posted when its answer is there. */
function arrived(messages) {
  for (const message of messages) {
    announce(`New ${message.is_ephemeral ? "private message" : message.thread_ts ? "reply" : "message"} from ${author(message)}`);
    if (message.thread_ts === expecting && isApp(message.user) && (!store.thread || store.thread === expecting)) {
      store.thread = expecting;
      remember();
    }
  }
}

function posted(answer) {
  if (answer?.ts) expecting = answer.ts;
}

async function refreshWindows() {
  const { user } = store;
  const answer = await look("windows");
  if (user !== store.user) return;
  store.modals = answer.modals;
  store.home = answer.home;
  const seen = told.get(user) ?? answer.notices.length;
  answer.notices.slice(seen).forEach(toast);
  told.set(user, answer.notices.length);
  showModal();
  if (store.channel && !byId("home").hidden) showHome(byId("home"));
}

/** Many changes that come together are fetched once. */
function soon(work) {
  let waiting = false;
  let again = false;
  const run = async () => {
    again = false;
    await work().catch(() => {});
    if (again) return run();
    waiting = false;
  };
  return () => {
    again = true;
    if (waiting) return;
    waiting = true;
    setTimeout(run, 15);
  };
}

const channelChanged = soon(() => refreshChannel());
const overviewChanged = soon(async () => {
  await refreshOverview();
  if (channelOf(store.channel)) showChannel();
  showSidebar();
});
const windowsChanged = soon(() => refreshWindows());

function listen() {
  news?.close();
  news = new EventSource(`/page/stream?user=${encodeURIComponent(store.user)}`);
  let broken = false;
  news.onopen = () => {
    if (broken) [channelChanged, overviewChanged, windowsChanged].forEach((fetchAgain) => fetchAgain());
    broken = false;
  };
  news.onerror = () => {
    broken = true;
    byId("connection").textContent = "The workspace does not answer";
    byId("connection").classList.remove("on");
  };
  news.onmessage = ({ data }) => {
    const { kind, channel } = JSON.parse(data);
    if (kind === "messages" && channel === store.channel) channelChanged();
    if (["messages", "channels", "connection"].includes(kind)) overviewChanged();
    if (["views", "home", "notice"].includes(kind)) windowsChanged();
  };
}

// Keys.

function walk(container) {
  container.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (event.target !== container && !event.target.matches("article")) return;
    const all = [...container.querySelectorAll("article")];
    const at = all.indexOf(event.target);
    const next = event.key === "ArrowUp" ? (at < 0 ? all.length - 1 : at - 1) : at + 1;
    if (!all[next]) return;
    event.preventDefault();
    all[next].focus();
    all[next].scrollIntoView({ block: "nearest" });
  });
}

function keys(event) {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && store.thread) {
    closeThread();
    event.preventDefault();
  } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    const all = store.overview.channels;
    const at = all.findIndex((one) => one.id === store.channel) + (event.key === "ArrowUp" ? -1 : 1);
    if (all[at]) go({ channel: all[at].id });
    event.preventDefault();
  }
}

const main = composer({ id: "channel-field", label: "Message", where: () => ({ channel: store.channel }), sent: posted });
const side = composer({ id: "thread-field", label: "Reply…", where: () => ({ channel: store.channel, thread_ts: store.thread }) });

async function start() {
  byId("channel-composer").append(main.element);
  byId("thread-composer").append(side.element);
  byId("thread-close").append(icon("close"));
  byId("invite").addEventListener("click", () => act("post", { channel: store.channel, text: `/invite @${store.overview.app.name}` }));
  byId("thread-close").addEventListener("click", closeThread);
  byId("person").addEventListener("change", (event) => go({ user: event.target.value }));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  [byId("messages"), byId("replies")].forEach(walk);
  document.addEventListener("keydown", keys);
  const { user, channel, thread } = wanted();
  store.user = user || "";
  await refreshOverview();
  for (const one of store.overview.channels) read.set(`${store.user}/${one.id}`, one.latest);
  await refreshWindows();
  await go({ channel, thread });
  listen();
}

start();
