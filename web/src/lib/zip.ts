// Several files as one: a zip archive without compression (what is in it is text, and small).
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function checksum(body: Uint8Array): number {
  let found = 0xffffffff;
  for (const byte of body) found = TABLE[(found ^ byte) & 0xff] ^ (found >>> 8);
  return (found ^ 0xffffffff) >>> 0;
}

/** Numbers, each with its size in bytes, as they stand in the archive. */
function numbers(...all: [value: number, bytes: 2 | 4][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(all.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of all) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const UTF8_NAMES = 0x0800;
const DAY_ONE = 0x21; // 1 January 1980: when a file was made is nobody's business

export function zip(files: { name: string; body: string }[]): Uint8Array {
  const write = new TextEncoder();
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const { name, body } of files) {
    const title = write.encode(name);
    const data = write.encode(body);
    const about: [number, 2 | 4][] = [[20, 2], [UTF8_NAMES, 2], [0, 2], [0, 2], [DAY_ONE, 2], [checksum(data), 4], [data.length, 4], [data.length, 4], [title.length, 2], [0, 2]];
    const entry = [numbers([0x04034b50, 4], ...about), title, data];
    list.push(numbers([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), title);
    parts.push(...entry);
    at += entry.reduce((sum, part) => sum + part.length, 0);
  }
  const length = list.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [length, 4], [at, 4], [0, 2]);
  const whole = new Uint8Array(at + length + end.length);
  let place = 0;
  for (const part of [...parts, ...list, end]) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
