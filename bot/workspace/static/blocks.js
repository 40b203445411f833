// Block Kit -> elements. `press(block, element, option)` is what a button does; in a view,
// the inputs keep what is typed until the view is sent.

import { byId, h, icon, openMenu } from "./dom.js";
import { markdown } from "./markdown.js";
import { link, plainText, richText, textObject, unescape } from "./text.js";
import { store } from "./store.js";

const BLOCKS = {
  section: (block, press) => h("div", { class: "section" },
    h("div", { class: "section-text" },
      block.text && textObject(block.text),
      block.fields && h("div", { class: "fields" }, block.fields.map((field) => h("div", {}, textObject(field))))),
    block.accessory && h("div", { class: "accessory" }, element(block, block.accessory, press))),
  divider: () => h("hr"),
  header: (block) => h("h3", { class: "header" }, plainText(block.text)),
  context: (block) => h("div", { class: "context" }, block.elements.map((part) =>
    part.type === "image" ? image(part) : h("div", {}, textObject(part)))),
  actions: (block, press) => h("div", { class: "actions" }, block.elements.map((part) => element(block, part, press))),
  context_actions: (block, press) => h("div", { class: "context-actions" }, block.elements.map((part) => element(block, part, press))),
  image: (block) => h("figure", {}, block.title && h("figcaption", {}, plainText(block.title)), image(block)),
  rich_text: (block) => h("div", { class: "rich" }, richText(block)),
  markdown: (block) => h("div", { class: "rich" }, markdown(block.text)),
  table: (block) => h("table", {}, block.rows.map((row, index) => h("tr", {}, row.map((cell) =>
    h(index ? "td" : "th", {}, cell.type === "raw_text" ? cell.text : richText(cell)))))),
  input: (block, press, errors) => input(block, press, errors),
};

/** All blocks of a message or view. */
export function drawBlocks(blocks, press, errors = {}) {
  return blocks.map((block) => {
    const draw = BLOCKS[block.type];
    const shown = draw ? draw(block, press, errors) : h("p", { class: "hint" }, `A block of type ${block.type} is not shown here.`);
    shown.classList.add("block");
    return shown;
  });
}

/** Pictures come from outside, where this page does not go: their description stands for them. */
function image(part) {
  const label = part.alt_text || "Picture";
  return part.image_url ? link(part.image_url, label) : h("span", {}, label);
}

const ELEMENTS = {
  button: (block, part, press) => {
    const act = async (event) => {
      if (part.url) open(part.url, "_blank", "noopener");
      if (!(await confirmed(part.confirm))) return;
      await busy(event.currentTarget || event.target, () => press(block, part));
    };
    return h("button", {
      type: "button",
      class: `button ${part.style || ""}`,
      "aria-label": part.accessibility_label,
      dataset: { focus: `${block.block_id}/${part.action_id}` },
      onclick: act,
    }, plainText(part.text));
  },
  icon_button: (block, part, press) => h("button", {
    type: "button",
    class: "icon-button",
    title: unescape(part.text.text),
    "aria-label": part.accessibility_label || unescape(part.text.text),
    dataset: { focus: `${block.block_id}/${part.action_id}` },
    onclick: async (event) => {
      const button = event.currentTarget;
      if (await confirmed(part.confirm)) await busy(button, () => press(block, part));
    },
  }, icon(part.icon)),
  feedback_buttons: (block, part, press) => h("span", { class: "feedback", role: "group" }, ["positive", "negative"].map((side) => {
    const rating = part[`${side}_button`];
    return h("button", {
      type: "button",
      class: "icon-button",
      title: unescape(rating.text.text),
      "aria-label": rating.accessibility_label || unescape(rating.text.text),
      "aria-pressed": "false",
      dataset: { focus: `${block.block_id}/${part.action_id}/${side}` },
      onclick: async (event) => {
        const button = event.currentTarget;
        for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
        await busy(button, () => press(block, part, side));
      },
    }, icon(side === "positive" ? "up" : "down"));
  })),
  overflow: (block, part, press) => h("button", {
    type: "button",
    class: "button",
    "aria-label": "More",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    dataset: { focus: `${block.block_id}/${part.action_id}` },
    onclick: (event) => {
      const button = event.currentTarget;
      openMenu(button, part.options.map((option) => ({
        label: plainText(option.text),
        act: () => busy(button, () => press(block, part, option.value)),
      })));
    },
  }, icon("more")),
  static_select: (block, part, press) => select(block, part, press),
  users_select: (block, part, press) => select(block, { ...part, options: people() }, press),
  checkboxes: (block, part, press) => choices(block, part, press, "checkbox"),
  radio_buttons: (block, part, press) => choices(block, part, press, "radio"),
  plain_text_input: (block, part) => field(block, part, part.multiline ? "textarea" : "text"),
  email_text_input: (block, part) => field(block, part, "email"),
  url_text_input: (block, part) => field(block, part, "url"),
  number_input: (block, part) => field(block, part, "number"),
  datepicker: (block, part) => field(block, { ...part, initial_value: part.initial_date }, "date"),
  timepicker: (block, part) => field(block, { ...part, initial_value: part.initial_time }, "time"),
  image: (_block, part) => image(part),
};

function element(block, part, press) {
  const draw = ELEMENTS[part.type];
  return draw ? draw(block, part, press) : h("span", { class: "hint" }, `An element of type ${part.type} is not shown here.`);
}

const people = () => store.overview.people.map((id) => ({
  value: id, text: { type: "plain_text", text: store.overview.users[id].real_name },
}));

/** What marks an element as an input of its view: where its value belongs. */
const place = (block, part) => ({ block: block.block_id, action: part.action_id, focus: `${block.block_id}/${part.action_id}` });

function select(block, part, press) {
  const groups = part.option_groups || [{ options: part.options || [] }];
  const drawn = groups.map((group) => {
    const options = group.options.map((option) => h("option", {
      value: option.value, selected: option.value === part.initial_option?.value,
    }, unescape(option.text.text)));
    return group.label ? h("optgroup", { label: unescape(group.label.text) }, options) : options;
  });
  return h("select", {
    class: "field",
    dataset: place(block, part),
    "aria-label": part.placeholder ? unescape(part.placeholder.text) : "Choose",
    onchange: (event) => block.type !== "input" && event.target.value && press(block, part, event.target.value),
  }, h("option", { value: "" }, part.placeholder ? unescape(part.placeholder.text) : "Choose…"), drawn);
}

function choices(block, part, press, type) {
  const initial = new Set([...(part.initial_options || []), part.initial_option].filter(Boolean).map((one) => one.value));
  const chosen = (group) => [...group.querySelectorAll("input:checked")].map((one) => one.value);
  const group = h("div", {
    class: "choices",
    role: type === "radio" ? "radiogroup" : "group",
    dataset: { ...place(block, part), choices: type },
    onchange: () => {
      const values = chosen(group);
      if (block.type !== "input") press(block, part, type === "radio" ? values[0] : values);
    },
  }, part.options.map((option) => h("label", {},
    h("input", { type, name: `${block.block_id}/${part.action_id}`, value: option.value, checked: initial.has(option.value) }),
    h("span", {}, textObject(option.text), option.description && h("small", {}, textObject(option.description))))));
  return group;
}

function field(block, part, kind) {
  const common = {
    class: "field",
    id: `input-${block.block_id}`,
    dataset: place(block, part),
    placeholder: part.placeholder ? unescape(part.placeholder.text) : "",
    value: part.initial_value || "",
    autofocus: part.focus_on_load,
  };
  const most = part.max_length ? { maxLength: part.max_length } : {};
  if (kind === "textarea") return h("textarea", { ...common, ...most, rows: 8, spellcheck: false });
  return h("input", { ...common, ...most, type: kind });
}

function input(block, press, errors) {
  const error = errors[block.block_id];
  const drawn = element(block, block.element, press);
  const control = drawn.matches(".field") ? drawn : null;
  if (control) {
    control.id = `input-${block.block_id}`;
    control.setAttribute("aria-describedby", `about-${block.block_id}`);
    if (error) control.setAttribute("aria-invalid", "true");
  }
  return h("div", { class: error ? "input wrong" : "input" },
    h("label", { htmlFor: control ? control.id : undefined }, plainText(block.label), block.optional && h("small", {}, " (optional)")),
    drawn,
    h("p", { id: `about-${block.block_id}`, class: error ? "error" : "hint", role: error ? "alert" : null },
      error || (block.hint ? plainText(block.hint) : "")));
}

/** What is typed and chosen in a view, by block and action id. */
export function valuesIn(container) {
  const values = {};
  for (const one of container.querySelectorAll("[data-block]")) {
    const { block, action, choices: type } = one.dataset;
    const checked = type && [...one.querySelectorAll("input:checked")].map((box) => box.value);
    values[`${block}/${action}`] = type === "checkbox" ? checked : type === "radio" ? checked[0] : one.value;
  }
  return values;
}

/** Show that a button waits for the app's acknowledgement. */
async function busy(button, work) {
  button.classList.add("busy");
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    button.classList.remove("busy");
    button.removeAttribute("aria-busy");
  }
}

/** Ask first, where the app wants that. */
function confirmed(confirm) {
  if (!confirm) return true;
  const dialog = byId("confirm");
  return new Promise((resolve) => {
    const done = (yes) => {
      dialog.close();
      resolve(yes);
    };
    dialog.replaceChildren(
      h("h2", { id: "confirm-title" }, plainText(confirm.title)),
      h("div", { class: "dialog-body" }, textObject(confirm.text)),
      h("footer", {},
        h("button", { type: "button", class: "button", onclick: () => done(false) }, confirm.deny ? plainText(confirm.deny) : "Cancel"),
        h("button", { type: "button", class: `button ${confirm.style || "primary"}`, onclick: () => done(true) }, confirm.confirm ? plainText(confirm.confirm) : "Yes")));
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}
