// The little Markdown that rule pages are written in, as blocks to draw. No HTML comes out of it.
export type Span = { text: string; strong?: boolean; code?: boolean; em?: boolean };
export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: { rule: string; spans: Span[] }[] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; text: string };

const INLINE = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/;

export function spans(text: string): Span[] {
  return text
    .split(INLINE)
    .filter(Boolean)
    .map((part): Span => {
      if (/^\*\*.+\*\*$/.test(part)) return { text: part.slice(2, -2), strong: true };
      if (/^`.+`$/.test(part)) return { text: part.slice(1, -1), code: true };
      if (/^\*.+\*$/.test(part)) return { text: part.slice(1, -1), em: true };
      const link = /^\[([^\]]+)\]\([^)]*\)$/.exec(part);
      return { text: link ? link[1] : part };
    });
}

const RULE = /^\*\*([A-Z]+\d+(?:\.\d+)*)\*\*/;
const cells = (line: string) => line.replace(/^\s*\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => spans(cell.trim()));

export function parse(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replaceAll("\r", "").split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      blocks.push({ kind: "heading", level: heading[1].length, spans: spans(heading[2]) });
      i++;
    } else if (line.startsWith("```")) {
      const text: string[] = [];
      for (i++; i < lines.length && !lines[i].startsWith("```"); i++) text.push(lines[i]);
      blocks.push({ kind: "code", text: text.join("\n") });
      i++;
    } else if (/^\s*\|/.test(line)) {
      const rows: string[] = [];
      for (; i < lines.length && /^\s*\|/.test(lines[i]); i++) if (!/^[\s|:-]+$/.test(lines[i])) rows.push(lines[i]);
      blocks.push({ kind: "table", head: cells(rows[0]), rows: rows.slice(1).map(cells) });
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const items: string[] = [];
      const ordered = /^\s*\d/.test(line);
      for (; i < lines.length && lines[i].trim() && !/^#/.test(lines[i]); i++) {
        if (/^\s*([-*]|\d+\.)\s/.test(lines[i])) items.push(lines[i].replace(/^\s*([-*]|\d+\.)\s+/, ""));
        else items[items.length - 1] += ` ${lines[i].trim()}`;
      }
      blocks.push({ kind: "list", ordered, items: items.map((item) => ({ rule: RULE.exec(item)?.[1] ?? "", spans: spans(item) })) });
    } else {
      const text: string[] = [];
      for (; i < lines.length && lines[i].trim() && !/^(#|\s*\||```|\s*[-*]\s)/.test(lines[i]); i++) text.push(lines[i].trim());
      if (!text.length) text.push(lines[i++].trim());
      blocks.push({ kind: "paragraph", spans: spans(text.join(" ")) });
    }
  }
  return blocks;
}
