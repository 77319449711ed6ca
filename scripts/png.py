"""Makes the PNG of a screenshot smaller: at most 256 colours, chosen where the picture has most of them."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from playwright.sync_api import Page

COLOURS = 256
SIGN = b"\x89PNG\r\n\x1a\n"
READ = """async (text) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + text)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const raw = canvas.getContext("2d").getImageData(0, 0, picture.width, picture.height).data;
  let out = "";
  for (let at = 0; at < raw.length; at += 32768) out += String.fromCharCode(...raw.subarray(at, at + 32768));
  return [picture.width, picture.height, btoa(out)];
}"""


def pixels(picture: bytes, page: Page) -> np.ndarray:
    """Height x width x 3. The browser that made the picture also reads it."""
    width, height, text = page.evaluate(READ, base64.b64encode(picture).decode())
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)[:, :, :3]


def palette(colours: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Median cut, weighed by how often a colour is there, then a few rounds of k-means."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < COLOURS:
        spans = [
            np.ptp(colours[box], axis=0).max() * np.sqrt(np.sqrt(counts[box].sum())) if len(box) > 1 else 0
            for box in boxes
        ]
        widest = int(np.argmax(spans))
        if not spans[widest]:
            break
        box = boxes.pop(widest)
        axis = int(np.ptp(colours[box], axis=0).argmax())
        box = box[np.argsort(colours[box, axis], kind="stable")]
        half = int(np.searchsorted(np.cumsum(counts[box]), counts[box].sum() / 2))
        half = min(max(half, 1), len(box) - 1)
        boxes += [box[:half], box[half:]]
    centres = np.array([np.average(colours[box], axis=0, weights=counts[box]) for box in boxes])
    for _ in range(4):
        nearest = closest(colours, centres)
        for number in range(len(centres)):
            mine = nearest == number
            if mine.any():
                centres[number] = np.average(colours[mine], axis=0, weights=counts[mine])
    return np.clip(np.rint(centres), 0, 255)


def closest(colours: np.ndarray, centres: np.ndarray) -> np.ndarray:
    found = np.empty(len(colours), np.int64)
    for begin in range(0, len(colours), 8192):
        part = colours[begin : begin + 8192]
        far = (part**2).sum(1)[:, None] - 2 * part @ centres.T + (centres**2).sum(1)
        found[begin : begin + 8192] = far.argmin(1)
    return found


def smaller(body: bytes, page: Page) -> bytes:
    """The same picture with at most 256 colours; or as it was, if that is smaller. `page` is an empty one."""
    picture = pixels(body, page)
    height, width, _ = picture.shape
    flat = picture.reshape(-1, 3).astype(np.uint32)
    codes, where, counts = np.unique(
        flat @ np.array([65536, 256, 1], np.uint32), return_inverse=True, return_counts=True
    )
    colours = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.float64)
    centres = palette(colours, counts.astype(np.float64))
    indexed = closest(colours, centres).astype(np.uint8)[where].reshape(height, width)
    rows = b"".join(b"\0" + row.tobytes() for row in indexed)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", centres.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    made = SIGN + b"".join(
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part)) for name, part in parts
    )
    return min(made, body, key=len)
