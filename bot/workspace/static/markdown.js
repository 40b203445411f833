// The `markdown` block: as much of Markdown as Slack shows.

import { h } from "./dom.js";
import { link } from "./text.js";

const INLINE = /`([^`\n]+)`|\*\*(.+?)\*\*|__(.+?)__|~~(.+?)~~|(?<!\w)[*_](\S.*?)[*_](?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inline(text) {
  const done = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, alsoStrong, struck, em, label, url] = match;
    done.push(text.slice(last, match.index));
    last = match.index + whole.length;
    if (code) done.push(h("code", {}, code));
    else if (strong || alsoStrong) done.push(h("strong", {}, inline(strong || alsoStrong)));
    else if (struck) done.push(h("s", {}, inline(struck)));
    else if (em) done.push(h("em", {}, inline(em)));
    else done.push(link(url, label));
  }
  return [...done, text.slice(last)];
}

const KINDS = [
  [/^#{1,6} /, (lines) => lines.map((line) => h("h4", {}, inline(line.replace(/^#+ /, ""))))],
  [/^[-*+] /, (lines) => h("ul", {}, lines.map((line) => h("li", {}, inline(line.slice(2)))))],
  [/^\d+\. /, (lines) => h("ol", {}, lines.map((line) => h("li", {}, inline(line.replace(/^\d+\. /, "")))))],
  [/^> ?/, (lines) => h("blockquote", { class: "lines" }, inline(lines.map((line) => line.replace(/^> ?/, "")).join("\n")))],
  [/^---+$/, () => h("hr")],
  [/^$/, () => []],
  [/^/, (lines) => h("p", { class: "lines" }, inline(lines.join("\n")))],
];

export function markdown(text) {
  return text.split(/(```[\s\S]*?```)/).filter(Boolean).map((part) => {
    const fence = part.match(/^```[^\n]*\n([\s\S]*?)\n?```$/);
    return fence ? h("pre", { tabIndex: 0 }, h("code", {}, fence[1])) : paragraphs(part);
  });
}

function paragraphs(text) {
  const groups = [];
  for (const line of text.trim().split("\n")) {
    const kind = KINDS.findIndex(([pattern]) => pattern.test(line));
    if (groups.at(-1)?.kind === kind) groups.at(-1).lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups.map(({ kind, lines }) => KINDS[kind][1](lines));
}
