// Unpacks the browser that came with the package, and prints where it is.
import chromium from "@sparticuz/chromium";
console.log(await chromium.executablePath());
