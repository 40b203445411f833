// Slack's text -> elements: mrkdwn, and the elements of rich_text.

import { h } from "./dom.js";
import { store, channelOf } from "./store.js";

const EMOJI = {
  "+1": "👍", "-1": "👎", 100: "💯", arrow_right: "➡️", beetle: "🪲", book: "📖", bookmark: "🔖", books: "📚", boom: "💥",
  bug: "🐛", bulb: "💡", clap: "👏", cry: "😢", eyes: "👀", fire: "🔥", hammer_and_wrench: "🛠️", heart: "❤️",
  heavy_check_mark: "✔️", information_source: "ℹ️", joy: "😂", link: "🔗", mag: "🔍", memo: "📝", no_bell: "🔕",
  ok_hand: "👌", package: "📦", point_right: "👉", pray: "🙏", pushpin: "📌", question: "❓", raised_hands: "🙌",
  red_circle: "🔴", rocket: "🚀", rotating_light: "🚨", scream: "😱", shrug: "🤷", smile: "😄", sob: "😭", sparkles: "✨",
  speech_balloon: "💬", sweat_smile: "😅", tada: "🎉", thinking_face: "🤔", thumbsdown: "👎", thumbsup: "👍", warning: "⚠️",
  wave: "👋", white_check_mark: "✅", wrench: "🔧", x: "❌", zap: "⚡",
};
const STYLES = { "*": "strong", _: "em", "~": "s" };

export const unescape = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

export const emoji = (name) => h("span", { class: "emoji", title: `:${name}:` }, EMOJI[name] || `:${name}:`);

/** A link out of the page; anything but the web and mail stays text. */
export function link(url, label) {
  if (!/^(https?:|mailto:)/i.test(url)) return h("span", {}, label || url);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label || url);
}

function mention(kind, id, label) {
  if (kind === "@") return h("span", { class: "mention" }, `@${store.overview.users[id]?.name || label || id}`);
  if (kind === "#") return h("span", { class: "mention" }, `#${channelOf(id)?.name || label || id}`);
  if (id.startsWith("date")) return h("span", {}, label || "");
  return h("span", { class: "mention" }, `@${id.split("^")[0]}`);
}

function token(inside) {
  const [target, label] = inside.split("|", 2);
  const shown = label === undefined ? undefined : unescape(label);
  if ("@#!".includes(target[0])) return mention(target[0], target.slice(1), shown);
  return link(unescape(target), shown || unescape(target).replace(/^mailto:/, ""));
}

const INLINE = /<([^<>\n]+)>|`([^`\n]+)`|(?<![\w*_~`])([*_~])(?!\s|\3)([^\n]*?(?!\3)\S)\3(?![\w*_~])|(?<![\w:]):([a-z0-9_+-]+):(?![\w:])/g;

/** One run of mrkdwn: links, code, styles, emoji. */
export function inline(text) {
  const done = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, inside, code, mark, styled, name] = match;
    if (name !== undefined && !(name in EMOJI)) continue;
    done.push(unescape(text.slice(last, match.index)));
    last = match.index + whole.length;
    if (inside !== undefined) done.push(token(inside));
    else if (code !== undefined) done.push(h("code", {}, flatten(code)));
    else if (mark !== undefined) done.push(h(STYLES[mark], {}, inline(styled)));
    else done.push(emoji(name));
  }
  done.push(unescape(text.slice(last)));
  return done.filter((one) => one !== "");
}

/** mrkdwn as it was typed: links and mentions by their labels, escapes undone. */
export function flatten(text) {
  return unescape(text.replace(/<([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, target, label) => {
    if (label) return label;
    if (target[0] === "@") return `@${store.overview.users[target.slice(1)]?.name || target.slice(1)}`;
    return target.replace(/^[#!]|^mailto:/, "");
  }));
}

const pre = (text) => h("pre", { tabIndex: 0 }, h("code", {}, text));

/** A whole mrkdwn text: fences, quotes, lines. */
export function mrkdwn(text) {
  return text.split(/(```[\s\S]+?```)/).filter(Boolean).map((part) => {
    const fence = part.match(/^```\n?([\s\S]+?)\n?```$/);
    return fence ? pre(flatten(fence[1])) : quoted(part);
  });
}

function quoted(text) {
  const groups = [];
  for (const line of text.replace(/^\n|\n$/g, "").split("\n")) {
    const quote = /^(&gt;|>)/.test(line);
    const bare = quote ? line.replace(/^(&gt;|>) ?/, "") : line;
    if (groups.at(-1)?.quote === quote) groups.at(-1).lines.push(bare);
    else groups.push({ quote, lines: [bare] });
  }
  return groups.map(({ quote, lines }) => h(quote ? "blockquote" : "p", { class: "lines" }, inline(lines.join("\n"))));
}

/** A `plain_text` object: no marks, but emoji unless they are switched off. */
export function plainText(object) {
  if (object.emoji === false) return [unescape(object.text)];
  return object.text.split(/(:[a-z0-9_+-]+:)/).map((part) => {
    const name = part.match(/^:([a-z0-9_+-]+):$/)?.[1];
    return name in EMOJI ? emoji(name) : unescape(part);
  });
}

/** A text object of either kind. */
export function textObject(object) {
  return object.type === "mrkdwn" ? mrkdwn(object.text) : h("p", { class: "lines" }, plainText(object));
}

function element(part) {
  switch (part.type) {
    case "text": return part.text;
    case "link": return link(part.url, part.text);
    case "emoji": return emoji(part.name);
    case "user": return mention("@", part.user_id);
    case "channel": return mention("#", part.channel_id);
    case "broadcast": return mention("!", part.range);
    case "date": return part.fallback || new Date(part.timestamp * 1000).toLocaleString();
    default: return part.value || "";
  }
}

function styled(part) {
  const style = part.style || {};
  let shown = element(part);
  if (style.code) shown = h("code", {}, shown);
  if (style.strike) shown = h("s", {}, shown);
  if (style.italic) shown = h("em", {}, shown);
  if (style.bold) shown = h("strong", {}, shown);
  return shown;
}

const run = (elements) => elements.map(styled);

/** The children of a rich_text block. Lists that follow each other, indented, become one. */
export function richText(block) {
  return block.elements.map((part) => {
    switch (part.type) {
      case "rich_text_preformatted": return h("pre", { tabIndex: 0 }, h("code", {}, run(part.elements)));
      case "rich_text_quote": return h("blockquote", { class: "lines" }, run(part.elements));
      case "rich_text_list":
        return h(part.style === "ordered" ? "ol" : "ul", { class: `indent-${part.indent || 0}`, start: (part.offset || 0) + 1 },
          part.elements.map((item) => h("li", { class: "lines" }, run(item.elements))));
      default: return h("p", { class: "lines" }, run(part.elements));
    }
  });
}
