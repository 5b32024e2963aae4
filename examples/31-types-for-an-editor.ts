// A client asks an unchanged pyright for the context of a hole, through the proxy that adds ChatLSP to it. Needs pyright on the PATH
// (`npm install --global pyright`), or PYRIGHT=FILE that names its language server.

import { tmpdir } from "node:os";
import { chatLspSession } from "@espalier/chat-lsp";

const text = `class Basket:
    def price(self) -> int: return 0

def empty() -> Basket: return Basket()
def name(basket: Basket) -> str: return "basket"

first: list[Basket] = []
first.append(`;

const command = [process.env.PYRIGHT ?? "pyright-langserver", "--stdio"];
const pyright = await chatLspSession("pyright", { root: tmpdir(), command }).catch(({ message }) =>
  console.log(message),
);
if (pyright) {
  const at = (await pyright.open("basket.py", text)).at(text.length);
  console.log((await pyright.expectedType(at))?.text);
  console.log((await pyright.relevantTypes(at)).text.trim());
  console.log((await pyright.relevantHeaders(at)).text);
  await pyright.dispose();
}
