// The field to write in: Enter sends, Shift+Enter makes a line, a slash starts a command.

import { h, icon } from "./dom.js";
import { act, store } from "./store.js";

const LIMIT = 12_000;
const drafts = new Map();

/** A composer. `where()` says the channel and thread; `sent(answer)` hears of each message. */
export function composer({ id, label, where, sent }) {
  let files = [];
  const key = () => JSON.stringify([store.user, where()]);
  const fit = () => {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight, innerHeight * 0.35)}px`;
    button.disabled = !field.value.trim() && !files.length;
    drafts.set(key(), field.value);
    suggest();
  };

  const suggest = () => {
    const text = field.value;
    const started = text.startsWith("/") && !text.includes("\n");
    const fitting = started ? store.overview.commands.filter((one) => text.startsWith(`${one.name} `) || one.name.startsWith(text)) : [];
    hint.replaceChildren(...fitting.map((one) => h("p", {},
      h("strong", {}, one.name), ` ${one.usage_hint} `, h("span", { class: "hint" }, one.description))));
    if (text.length > LIMIT) hint.append(h("p", {}, `Longer than ${LIMIT.toLocaleString()} characters: it will be sent as a snippet.`));
    hint.append(...files.map((one) => h("p", { class: "chip" }, icon("file"), one.name, h("button", {
      type: "button", class: "icon-button", "aria-label": `Remove ${one.name}`, onclick: () => {
        files = files.filter((other) => other !== one);
        fit();
      },
    }, icon("close")))));
    hint.hidden = !hint.children.length;
  };

  const send = async () => {
    const text = field.value.replace(/\s+$/, "");
    if (!text && !files.length) return;
    const before = { value: field.value, files };
    field.value = "";
    files = [];
    fit();
    const answer = await act("post", { ...where(), text, files: before.files });
    if (answer) sent?.(answer);
    else if (!field.value) {
      field.value = before.value;
      files = before.files;
      fit();
    }
  };

  const complete = (event) => {
    const one = store.overview.commands.find((command) => command.name.startsWith(field.value));
    if (!field.value.startsWith("/") || !one || field.value === one.name) return;
    event.preventDefault();
    field.value = `${one.name} `;
    fit();
  };

  const field = h("textarea", {
    id, rows: 1, spellcheck: false, placeholder: label, "aria-label": label, "aria-describedby": `${id}-hint`,
    oninput: () => fit(),
    onkeydown: (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        send();
      } else if (event.key === "Tab" && !event.shiftKey) complete(event);
    },
  });
  const picker = h("input", {
    type: "file", multiple: true, hidden: true, accept: ".txt,.log,.json,.md,.py,.out,.err,text/*",
    onchange: async () => {
      for (const file of picker.files) files.push({ name: file.name, content: await file.text() });
      picker.value = "";
      fit();
      field.focus();
    },
  });
  const hint = h("div", { id: `${id}-hint`, class: "composer-hint", hidden: true });
  const button = h("button", { type: "button", class: "send", "aria-label": "Send", title: "Send (Enter)", disabled: true, onclick: send }, icon("send"));
  const element = h("div", { class: "composer" }, hint, field,
    h("div", { class: "composer-bar" },
      h("button", { type: "button", class: "icon-button", "aria-label": "Attach a text file", title: "Attach a text file", onclick: () => picker.click() }, icon("attach")),
      h("span", { class: "hint keys" }, h("kbd", {}, "Shift"), "+", h("kbd", {}, "Enter"), " for a new line"),
      button, picker));

  return {
    element,
    focus: () => field.focus(),
    /** The composer is for another place now. */
    moved(placeholder) {
      field.placeholder = placeholder;
      field.setAttribute("aria-label", placeholder);
      field.value = drafts.get(key()) || "";
      files = [];
      fit();
    },
  };
}
