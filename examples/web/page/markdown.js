// As much Markdown as the rules of the game are written in: headings, paragraphs, lists, bold, italic.

/** Return the elements of a text. */
export function fromMarkdown(text) {
  return text.trim().split(/\n{2,}/).map((block) => {
    const heading = block.match(/^(#{1,3}) (.*)$/s);
    if (heading) return filled(`h${heading[1].length}`, heading[2]);
    if (!block.startsWith("* ")) return filled("p", block);
    const list = document.createElement("ul");
    list.append(...block.slice(2).split(/\n\* /).map((item) => filled("li", item)));
    return list;
  });
}

function filled(name, text) {
  const made = document.createElement(name);
  for (const piece of text.replaceAll("\n", " ").split(/(\*\*.+?\*\*|\*.+?\*)/)) {
    const stars = piece.match(/^(\*+)(.+?)\1$/);
    if (stars) made.append(Object.assign(document.createElement(stars[1].length > 1 ? "strong" : "em"), { textContent: stars[2] }));
    else made.append(piece);
  }
  return made;
}
