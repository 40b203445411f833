// The messages of a channel or a thread.

import { drawBlocks } from "./blocks.js";
import { h, icon, openMenu, showAll } from "./dom.js";
import { act, isApp, nameOf, store } from "./store.js";
import { flatten, mrkdwn, unescape } from "./text.js";

const QUIET = new Set(["channel_join", "group_join"]);
const TOGETHER = 5 * 60;

export const seconds = (ts) => Number(ts.split(".")[0]);

function clock(ts) {
  return new Date(seconds(ts) * 1000).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}

function day(ts) {
  const date = new Date(seconds(ts) * 1000);
  return date.toDateString() === new Date().toDateString() ? "Today"
    : date.toLocaleDateString([], { weekday: "long", month: "long", day: "numeric" });
}

export function author(message) {
  return message.username || nameOf(message.user) || message.bot_profile?.name || "Slack";
}

/** Where each container was last scrolled to from here; whoever moved it since is reading. */
const left = new WeakMap();

/** Whether a container goes on to its end by itself: nobody has scrolled away from it. */
export function follows(container) {
  const rest = container.scrollHeight - container.scrollTop - container.clientHeight;
  return rest < 80 || container.scrollTop === left.get(container);
}

/** Draw messages into a container. */
export function showMessages(container, messages, options) {
  const atEnd = follows(container);
  const items = [];
  let before = null;
  for (const message of messages) {
    if (options.days && day(message.ts) !== (before && day(before.ts))) items.push({ key: `day ${day(message.ts)}`, day: day(message.ts) });
    items.push({
      key: message.ts,
      message,
      compact: continues(message, before, options),
      selected: options.days && store.thread === message.ts,
      user: store.user,
    });
    before = message;
    if (options.root === message.ts && messages.length > 1) {
      const count = messages.length - 1;
      items.push({ key: "count", count: `${count} ${count === 1 ? "reply" : "replies"}` });
      before = null;
    }
  }
  showAll(container, items, (item) => draw(item, options));
  if (atEnd || options.jump) toEnd(container);
}

/** Scroll to the end, but no further than where the last message begins. */
function toEnd(container) {
  container.scrollTop = container.scrollHeight;
  const last = container.lastElementChild;
  if (last && last.offsetHeight > container.clientHeight) container.scrollTop = last.offsetTop - container.offsetTop - 8;
  left.set(container, container.scrollTop);
}

function continues(message, before, options) {
  return Boolean(before) && before.ts !== options.root && !before.reply_count && !QUIET.has(before.subtype)
    && !before.is_ephemeral === !message.is_ephemeral && author(before) === author(message)
    && day(before.ts) === day(message.ts) && seconds(message.ts) - seconds(before.ts) < TOGETHER;
}

function draw(item, options) {
  if (item.day) return h("div", { class: "day", role: "separator" }, h("span", {}, item.day));
  if (item.count) return h("div", { class: "count", role: "separator" }, h("span", {}, item.count));
  const { message } = item;
  if (QUIET.has(message.subtype)) {
    return h("div", { class: "quiet", role: "listitem" }, `${author(message)} joined the channel.`);
  }
  const own = message.user === store.user;
  const content = h("div", { class: "content" },
    !item.compact && h("div", { class: "byline" },
      h("span", { class: "author" }, author(message)),
      (message.bot_id || isApp(message.user)) && h("span", { class: "badge" }, "APP"),
      h("time", { title: new Date(seconds(message.ts) * 1000).toLocaleString() }, clock(message.ts))),
    message.subtype === "thread_broadcast" && options.days && h("p", { class: "hint" }, "replied to a thread"),
    body(message),
    message.reactions && h("div", { class: "reactions" }, message.reactions.map((one) =>
      h("span", { class: "reaction", title: one.users.map(nameOf).join(", ") }, mrkdwn(`:${one.name}:`), ` ${one.count}`))),
    options.days && message.reply_count && repliesBar(message, options));
  return h("article", {
    class: ["message", item.compact && "compact", message.is_ephemeral && "ephemeral", item.selected && "selected"].filter(Boolean).join(" "),
    role: "listitem",
    tabIndex: -1,
    "aria-label": `${author(message)}, ${clock(message.ts)}`,
  },
  message.is_ephemeral && h("p", { class: "only-you" }, icon("eye"), "Only visible to you"),
  item.compact ? h("time", { class: "gutter" }, clock(message.ts)) : avatar(message),
  content,
  toolbar(message, own, options));
}

function avatar(message) {
  const name = author(message);
  if (isApp(message.user)) return h("span", { class: "avatar app", "aria-hidden": "true" }, icon("book"));
  const letters = name.split(/\s+/).map((word) => word[0]).slice(0, 2).join("").toUpperCase();
  const tone = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return h("span", { class: `avatar tone-${tone}`, "aria-hidden": "true" }, letters);
}

function body(message) {
  const press = (block, part, option) => act("click", {
    channel: store.channel, ts: message.ts, action_id: part.action_id, block_id: block.block_id, option,
  });
  const shown = message.blocks?.length ? drawBlocks(message.blocks, press) : message.text ? mrkdwn(message.text) : [];
  return h("div", { class: message.subtype === "tombstone" ? "body gone" : "body" },
    message.subtype === "me_message" ? h("em", {}, shown) : shown,
    message.edited && h("span", { class: "edited" }, "(edited)"),
    (message.attachments || []).map((one) => attachment(one, press)),
    (message.files || []).map(file));
}

function attachment(one, press) {
  return h("div", { class: "attachment" },
    one.pretext && mrkdwn(one.pretext),
    one.title && h("p", { class: "attachment-title" }, mrkdwn(one.title_link ? `<${one.title_link}|${one.title}>` : one.title)),
    one.text && mrkdwn(one.text),
    one.blocks && drawBlocks(one.blocks, press),
    one.fields && h("div", { class: "fields" }, one.fields.map((field) => h("div", {}, h("strong", {}, unescape(field.title || "")), mrkdwn(field.value || "")))),
    !one.text && !one.blocks && !one.title && one.fallback && mrkdwn(one.fallback),
    one.footer && h("p", { class: "hint" }, unescape(one.footer)));
}

function file(one) {
  if (!one.name) return h("div", { class: "file" }, icon("file"), "A file that cannot be shown here");
  const more = one.lines_more ? `${one.lines_more} more ${one.lines_more === 1 ? "line" : "lines"}` : "";
  return h("div", { class: "file" },
    h("div", { class: "file-name" }, icon("file"),
      h("a", { href: `/page/file/${one.id}?user=${store.user}`, target: "_blank", rel: "noopener" }, one.title),
      h("span", { class: "hint" }, `${one.size.toLocaleString()} bytes`)),
    one.preview && h("pre", { tabIndex: 0 }, h("code", {}, one.preview)),
    more && h("p", { class: "hint" }, more));
}

function repliesBar(message, options) {
  const count = `${message.reply_count} ${message.reply_count === 1 ? "reply" : "replies"}`;
  return h("button", {
    type: "button",
    class: "replies-bar",
    dataset: { focus: "replies" },
    onclick: () => options.openThread(message.ts),
  }, h("span", { class: "faces" }, message.reply_users.slice(0, 3).map((user) => avatar({ user }))),
  h("strong", {}, count), h("span", { class: "hint" }, `Last reply ${day(message.latest_reply).toLowerCase()} at ${clock(message.latest_reply)}`));
}

function toolbar(message, own, options) {
  if (message.is_ephemeral) {
    return h("div", { class: "toolbar" }, h("button", {
      type: "button", class: "icon-button", title: "Dismiss", "aria-label": "Dismiss this message", dataset: { focus: "dismiss" },
      onclick: () => act("dismiss", { channel: store.channel, ts: message.ts }),
    }, icon("close")));
  }
  if (message.subtype === "tombstone") return null;
  const at = { channel: store.channel, ts: message.ts };
  const entries = store.overview.shortcuts.map((one) => ({ label: one.name, act: () => act("shortcut", { ...at, callback_id: one.callback_id }) }));
  entries.push({ label: "Copy the text", act: () => navigator.clipboard?.writeText(flatten(message.text || "")) });
  if (own) {
    entries.push({ label: "Edit", act: () => options.edit(message) });
    entries.push({ label: "Delete", danger: true, act: () => act("delete", at) });
  }
  return h("div", { class: "toolbar" },
    options.days && h("button", {
      type: "button", class: "icon-button", title: "Reply in thread", "aria-label": "Reply in thread", dataset: { focus: "reply" },
      onclick: () => options.openThread(message.thread_ts || message.ts, true),
    }, icon("reply")),
    h("button", {
      type: "button", class: "icon-button", title: "More", "aria-label": "More to do with this message",
      "aria-haspopup": "menu", "aria-expanded": "false", dataset: { focus: "more" },
      onclick: (event) => openMenu(event.currentTarget, entries),
    }, icon("more")));
}

/** Put a field in the place of a message's text, to change it. */
export function editMessage(message) {
  const article = document.querySelector(`article[data-key="${CSS.escape(message.ts)}"] .body`);
  if (!article) return;
  const old = [...article.childNodes];
  const restore = () => article.replaceChildren(...old);
  const save = async () => {
    if (await act("edit", { channel: store.channel, ts: message.ts, text: field.value })) restore();
  };
  const field = h("textarea", {
    class: "field",
    rows: Math.min(12, message.text.split("\n").length + 1),
    value: flatten(message.text),
    "aria-label": "Change the message",
    onkeydown: (event) => {
      if (event.key === "Escape") restore();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  article.replaceChildren(field, h("div", { class: "actions" },
    h("button", { type: "button", class: "button", onclick: restore }, "Cancel"),
    h("button", { type: "button", class: "button primary", onclick: save }, "Save")));
  field.focus();
}
