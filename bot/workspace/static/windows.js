// Modals, and the App Home.

import { drawBlocks, valuesIn } from "./blocks.js";
import { byId, h, icon } from "./dom.js";
import { act, store } from "./store.js";
import { plainText } from "./text.js";

let shown = "";

const press = (container) => (block, part, option) => act("click-in-view", {
  action_id: part.action_id, block_id: block.block_id, option, values: valuesIn(container),
});

/** Show the topmost modal, or none. */
export function showModal() {
  const dialog = byId("modal");
  const view = store.modals.at(-1);
  const seen = JSON.stringify(view ? [view.id, view.hash, view.errors] : null);
  if (seen === shown) return;
  shown = seen;
  if (!view) {
    dialog.close();
    return;
  }
  const typed = dialog.dataset.view === view.id ? valuesIn(dialog) : {};
  draw(dialog, view);
  refill(dialog, typed);
  dialog.dataset.view = view.id;
  if (!dialog.open) dialog.showModal();
  (dialog.querySelector("[aria-invalid], [autofocus]") || dialog.querySelector(".field, .choices input, .dialog-body button") || dialog).focus();
}

function draw(dialog, view) {
  const submit = async (event) => {
    event.preventDefault();
    if (!form.reportValidity()) return;
    send?.classList.add("busy");
    await act("submit", { values: valuesIn(dialog) });
    send?.classList.remove("busy");
  };
  const below = store.modals.length > 1;
  const send = view.submit && h("button", { type: "submit", class: "button primary", dataset: { focus: "submit" } }, plainText(view.submit));
  const body = h("div", { class: "dialog-body", tabIndex: -1 });
  const form = h("form", { noValidate: true, onsubmit: submit },
    h("header", {},
      h("h2", { id: "modal-title" }, plainText(view.title)),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: leave }, icon("close"))),
    body,
    h("footer", {},
      h("button", { type: "button", class: "button", onclick: leave }, view.close ? plainText(view.close) : below ? "Back" : view.submit ? "Cancel" : "Close"),
      send));
  body.append(...drawBlocks(view.blocks, press(dialog), view.errors));
  for (const block of view.blocks) {
    const field = block.type === "input" && !block.optional && body.querySelector(`.field[data-block="${CSS.escape(block.block_id)}"]`);
    if (field) field.required = true;
  }
  dialog.replaceChildren(form);
  dialog.oncancel = (event) => {
    event.preventDefault();
    leave();
  };
}

/** Put back what was typed before the view was drawn anew. */
function refill(dialog, typed) {
  for (const one of dialog.querySelectorAll(".field[data-block]")) {
    const value = typed[`${one.dataset.block}/${one.dataset.action}`];
    if (value) one.value = value;
  }
}

const leave = () => act("close", {});

/** Show the App Home. */
export function showHome(container) {
  const view = store.home;
  const seen = JSON.stringify(view);
  if (container.dataset.seen === seen) return;
  container.dataset.seen = seen;
  container.replaceChildren(...(view ? drawBlocks(view.blocks, press(container)) : [h("p", { class: "hint" }, "Nothing is here yet.")]));
}
