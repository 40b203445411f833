// Building and updating elements. Nothing here or elsewhere sets innerHTML: what people and the app
// write reaches the page as text nodes only.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 4l17 8-17 8 3-8zM7 12h8",
  reply: "M4 5h16v11H11l-5 4v-4H4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  attach: "M20 11l-8.500 8.500a5 5 0 0 1-7-7L13 4a3.300 3.300 0 0 1 4.700 4.700l-8.400 8.400a1.700 1.700 0 0 1-2.400-2.400L14 7.500",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  up: "M7 11v9H4v-9zM7 11l4-8c1.700 0 2.500 1.200 2.200 3L12.500 9.500H19c1.300 0 2 1 1.700 2.200l-1.800 7c-.2.800-.8 1.300-1.700 1.300H7",
  down: "M17 13V4h3v9zM17 13l-4 8c-1.700 0-2.500-1.200-2.200-3l.7-3.500H5c-1.300 0-2-1-1.700-2.200l1.800-7C5.300 4.500 5.900 4 6.800 4H17",
  eye: "M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  book: "M3 6c3.400-1.300 6.400-1 9 .8v12.700c-2.600-1.700-5.600-2-9-.8zM21 6c-3.400-1.300-6.400-1-9 .8v12.700c2.600-1.700 5.600-2 9-.8z",
};

/** An element with properties, listeners (onclick…), attributes and children; empty children go. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name in element && name !== "list" && name !== "role") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Make a container show these items, keeping every element whose item has not changed. */
export function showAll(container, items, draw) {
  const before = new Map([...container.children].map((child) => [child.dataset.key, child]));
  const focus = focusedIn(container);
  const after = items.map(({ key, ...item }) => {
    const seen = JSON.stringify(item);
    const old = before.get(key);
    if (old && old.dataset.seen === seen) return old;
    const element = draw(item);
    element.dataset.key = key;
    element.dataset.seen = seen;
    return element;
  });
  after.forEach((element, index) => {
    if (container.children[index] !== element) container.insertBefore(element, container.children[index] || null);
  });
  while (container.children.length > after.length) container.lastChild.remove();
  if (focus) restore(container, focus);
}

function focusedIn(container) {
  const active = document.activeElement;
  if (!active || active === container || !container.contains(active)) return null;
  const holder = active.closest("[data-key]");
  return holder && { key: holder.dataset.key, name: active.dataset.focus };
}

function restore(container, { key, name }) {
  if (document.activeElement !== document.body) return;
  const holder = [...container.children].find((child) => child.dataset.key === key);
  const same = name && holder?.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  (same || holder || container).focus({ preventScroll: true });
}

export const byId = (id) => document.getElementById(id);

/** A menu below a button. Arrow keys move, Escape closes and gives the focus back. */
export function openMenu(button, entries) {
  document.querySelector(".menu")?.dispatchEvent(new Event("leave"));
  const close = () => {
    menu.remove();
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
  };
  const outside = (event) => {
    if (!menu.contains(event.target)) close();
  };
  const menu = h("div", { class: "menu", role: "menu" }, entries.map(({ label, danger, act }) =>
    h("button", {
      type: "button",
      role: "menuitem",
      class: danger ? "menu-item danger" : "menu-item",
      onclick: () => {
        close();
        button.focus();
        act();
      },
    }, label)));
  menu.addEventListener("leave", close);
  menu.addEventListener("keydown", (event) => {
    const all = [...menu.children];
    const at = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length].focus();
    else if (event.key === "ArrowUp") all[(at + all.length - 1) % all.length].focus();
    else if (event.key === "Escape") {
      event.stopPropagation();
      close();
      button.focus();
    } else if (event.key === "Tab") close();
    else return;
    event.preventDefault();
  });
  (button.closest("dialog") || document.body).append(menu);
  place(menu, button);
  button.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  menu.firstChild?.focus();
}

function place(menu, button) {
  const box = button.getBoundingClientRect();
  const left = Math.min(box.left, innerWidth - menu.offsetWidth - 8);
  const below = box.bottom + menu.offsetHeight + 8 < innerHeight;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${below ? box.bottom + 4 : box.top - menu.offsetHeight - 4}px`;
}

/** Say something that went wrong, or that Slack itself has to say. */
export function toast(text) {
  const close = () => note.remove();
  const note = h("div", { class: "toast" }, h("span", {}, text),
    h("button", { type: "button", class: "icon-button", "aria-label": "Dismiss", onclick: close }, icon("close")));
  byId("toasts").append(note);
  setTimeout(close, 12_000);
}

/** Let a screen reader say it, without showing it. */
export function announce(text) {
  byId("live").textContent = text;
}
