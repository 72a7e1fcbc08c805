// A button on every block of code that copies it, without the prompts and the output of a session.
// (The usual extension for this has had no release for years.)

function codeOf(block) {
  const lines = block.textContent.replace(/\n$/, "").split("\n");
  for (const prompt of [/^(>>>|\.\.\.)( |$)/, /^\$ /]) {
    if (prompt.test(lines[0])) {
      return lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, "")).join("\n");
    }
  }
  return lines.join("\n");
}

document.addEventListener("DOMContentLoaded", () => {
  if (!navigator.clipboard) return; // pages that are not served securely have none
  for (const block of document.querySelectorAll("div.highlight:not(.highlight-text *) > pre")) {
    const button = document.createElement("button");
    button.className = "copy-code";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(codeOf(block));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.parentElement.append(button);
  }
});
