// The web page of a preview.

/// The text of `index.html`. It loads `state.js` again and again, which calls `preview` with what there is to show. All texts of the
/// kiosk reach the page as text, never as HTML.
enum PreviewPage {
    /// The page, with the line `mark` in its head.
    static func text(mark: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        \(mark)
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Preview</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        <header>
          <h1 id="title">Preview</h1>
          <div id="choices"></div>
          <label class="size">Size <input id="size" type="range" min="180" max="900" value="420"></label>
          <progress id="progress" max="1" value="0"></progress>
          <p id="ended" hidden>bezel preview has ended: this is what it drew last.</p>
        </header>
        <main>
          <section id="pages" aria-label="Pages"></section>
          <aside aria-label="Findings">
            <h2 id="summary">Reading…</h2>
            <ol id="findings"></ol>
          </aside>
        </main>
        <script>
        \(script)
        </script>
        </body>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; --ground: #eceae6; --paper: #fff; --text: #23262b; --quiet: #5d6169;
          --line: #d3d0c9; --accent: #2f6f9f; --error: #b3261e; --warning: #8a5a00; font: 15px/1.45 system-ui, sans-serif; }
        @media (prefers-color-scheme: dark) { :root { --ground: #17191c; --paper: #212429; --text: #e6e4df;
          --quiet: #a2a6ad; --line: #373b42; --accent: #7db7e0; --error: #ff8a80; --warning: #f0c060; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text); }
        header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center;
          padding: 12px 24px; background: var(--paper); border-bottom: 1px solid var(--line); }
        h1 { font-size: 18px; margin: 0; }
        #choices { display: flex; flex-wrap: wrap; gap: 8px 16px; }
        fieldset { display: flex; border: 1px solid var(--line); border-radius: 8px; padding: 0; margin: 0; overflow: hidden; }
        legend { position: absolute; clip-path: inset(50%); }
        fieldset label { padding: 5px 12px; cursor: pointer; }
        fieldset label + label { border-left: 1px solid var(--line); }
        fieldset input { position: absolute; opacity: 0; }
        fieldset label:has(:checked) { background: var(--accent); color: var(--paper); }
        fieldset label:has(:focus-visible) { outline: 2px solid var(--text); outline-offset: -3px; }
        .size { display: flex; gap: 8px; align-items: center; color: var(--quiet); }
        progress { width: 160px; accent-color: var(--accent); }
        progress[value="1"] { visibility: hidden; }
        #ended { margin: 0; color: var(--warning); }
        main { display: flex; align-items: flex-start; gap: 24px; padding: 24px; }
        #pages { flex: 1; display: flex; flex-wrap: wrap; gap: 24px; }
        figure { margin: 0; width: var(--width); }
        .sheet figure.upright { width: calc(var(--width) * .5625); }
        #pages.sheet { display: block; }
        .sheet figure { float: left; margin: 0 20px 20px 0; }
        .sheet figure.first { clear: left; }
        .sheet figure.first .name { color: var(--text); }
        .glass { width: 100%; overflow-y: auto; border-radius: 6px; background: var(--line);
          box-shadow: 0 0 0 1px var(--line), 0 4px 18px rgb(0 0 0 / .12); scrollbar-width: thin; }
        .glass img { display: block; width: 100%; }
        figcaption { display: flex; gap: 8px; padding: 8px 2px 0; }
        figcaption .name { color: var(--quiet); }
        figcaption .count { margin-left: auto; }
        figure.found .glass { box-shadow: 0 0 0 3px var(--accent); }
        aside { position: sticky; top: 84px; width: 340px; flex: none; max-height: calc(100vh - 108px); overflow-y: auto;
          background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
        h2 { font-size: 15px; margin: 0 0 6px; }
        ol { list-style: none; margin: 0; padding: 0; }
        aside li { padding: 9px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
        aside button { display: block; font: inherit; color: var(--accent); background: none; border: 0; padding: 0;
          cursor: pointer; text-align: start; }
        .error { color: var(--error); } .warning { color: var(--warning); }
        @media (max-width: 900px) { main { flex-direction: column-reverse; } aside { position: static; width: 100%; max-height: none; } }
        """

    private static let script = """
        "use strict";
        const byID = id => document.getElementById(id);
        const kinds = { theme: "Look", orientation: "Orientation", language: "Language", scale: "Scale" };
        // A choice of all shows each page in several views, as on a contact sheet.
        const all = "all";
        let chosen = {}, last = null, lastText = "";

        function element(name, properties, ...children) {
          const made = Object.assign(document.createElement(name), properties);
          made.append(...children);
          return made;
        }

        // The page of the kiosk to which a finding belongs.
        function pageOf(finding) {
          const inner = finding.file.startsWith(last.folder + "/") ? finding.file.slice(last.folder.length + 1) : finding.file;
          return last.pages.find(page => inner === page.name + ".md" || inner.startsWith(page.name + "."))?.name;
        }

        function showChoices() {
          byID("choices").replaceChildren(...Object.keys(kinds).flatMap(kind => {
            const values = [...new Set(last.views.map(view => view[kind]))];
            if (values.length > 1) values.push(all);
            if (!values.includes(chosen[kind])) chosen[kind] = location.hash === "#all" ? values.at(-1) : values[0];
            if (values.length < 2) return [];
            return [element("fieldset", {}, element("legend", { textContent: kinds[kind] }), ...values.map(value => {
              const input = element("input", { type: "radio", name: kind, value, checked: value === chosen[kind] });
              input.onchange = () => { chosen[kind] = value; showPages(); };
              return element("label", {}, input, value);
            }))];
          }));
        }

        function showPages() {
          const views = last.views.filter(view => Object.keys(kinds).every(kind => [all, view[kind]].includes(chosen[kind])));
          const told = Object.keys(kinds).filter(kind => new Set(views.map(view => view[kind])).size > 1);
          byID("pages").classList.toggle("sheet", views.length > 1);
          const old = new Map([...byID("pages").children].map(figure => [figure.dataset.key, figure]));
          const counts = new Map();
          for (const finding of last.findings) { const page = pageOf(finding); counts.set(page, (counts.get(page) ?? 0) + 1); }
          const figures = last.pages.flatMap(page => views.map((view, index) => {
            // With a single view its pictures take the places of the last one's.
            const key = page.name + "\n" + (views.length > 1 ? view.name : "");
            let figure = old.get(key);
            if (!figure) {
              figure = element("figure", {}, element("div", { className: "glass", tabIndex: 0 }, element("img", { alt: "" })),
                element("figcaption", {}, element("strong", {}), element("span", { className: "name" }),
                  element("span", { className: "count" })));
              [figure.dataset.page, figure.dataset.key] = [page.name, key];
            }
            figure.classList.toggle("first", index === 0);
            figure.classList.toggle("upright", view.height > view.width);
            const picture = page.pictures[view.name], image = figure.querySelector("img");
            figure.querySelector(".glass").style.aspectRatio = view.width + " / " + view.height;
            // The place of the picture is right before it has loaded.
            image.style.aspectRatio = view.width + " / " + (picture?.height ?? view.height);
            image.style.visibility = picture ? "visible" : "hidden";
            const source = picture && picture.file.split("/").map(encodeURIComponent).join("/") + "?" + picture.version;
            if (picture && image.getAttribute("src") !== source) image.src = source;
            image.alt = page.title;
            figure.querySelector("strong").textContent = page.title;
            figure.querySelector(".name").textContent = [page.name, ...told.map(kind => view[kind])].join(" · ");
            const count = counts.get(page.name) ?? 0;
            figure.querySelector(".count").textContent = count ? count + (count === 1 ? " finding" : " findings") : "";
            return figure;
          }));
          const current = [...byID("pages").children];
          if (figures.length !== current.length || figures.some((figure, index) => figure !== current[index]))
            byID("pages").replaceChildren(...figures);
        }

        function showFindings() {
          const errors = last.findings.filter(finding => finding.severity === "error").length;
          const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
          byID("summary").textContent = last.findings.length === 0 ? "bezel check finds nothing wrong"
            : counted(errors, "error") + ", " + counted(last.findings.length - errors, "warning");
          byID("findings").replaceChildren(...last.findings.map(finding => {
            const place = [finding.file, finding.line, finding.column].filter(part => part !== undefined).join(":");
            const button = element("button", { type: "button", textContent: place });
            button.onclick = () => {
              const figure = [...byID("pages").children].find(figure => figure.dataset.page === pageOf(finding));
              for (const other of byID("pages").children) other.classList.toggle("found", other === figure);
              figure?.scrollIntoView({ behavior: "smooth", block: "center" });
            };
            return element("li", {}, button, element("span", { className: finding.severity, textContent: finding.severity + " " }),
              finding.message);
          }));
        }

        // Called by state.js.
        function preview(state) {
          const text = JSON.stringify(state);
          if (text === lastText) return;
          [last, lastText] = [state, text];
          document.title = byID("title").textContent = state.title;
          byID("progress").max = 1;
          byID("progress").value = state.all ? state.drawn / state.all : 1;
          byID("ended").hidden = !state.ended;
          showChoices();
          showPages();
          showFindings();
        }

        function look() {
          const script = element("script", { src: "state.js?" + Date.now() });
          script.onload = script.onerror = () => { script.remove(); setTimeout(look, 200); };
          document.body.append(script);
        }

        byID("size").oninput = event => document.documentElement.style.setProperty("--width", event.target.value + "px");
        if (location.hash === "#all") byID("size").value = 240;
        byID("size").oninput({ target: byID("size") });
        look();
        """
}
