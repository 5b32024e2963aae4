import type { Shop } from "./shop.js";

const POST_LINES = `
    note = "late"

    def clear(self, everything: bool):
        pass
`;
const PLUS = "def plus(self, other):\n        return other";
const COUNT = "def count(self, bag: Bag) -> int:\n        return 1";

export const pythonShop: Shop = {
  files: {
    "base/bag.py": `class Bag:
    weight = 1
`,
    "base/basket.py": `from base.bag import Bag

class Basket:
    """What holds things."""
    label = "basket"

    ${COUNT}
`,
    "util/money.py": `class Money:
    cents: int = 0

    ${PLUS}
`,
    "util/clock.py": `def now():
    return 0
`,
    "shop/order.py": `from util.clock import now
from util.money import Money

class Order:
    def pay(self, tip: Money):
        log("paid")
`,
    "web/cart_view.py": `from web.html import Html

class CartView:
    def title(self):
        return "Cart"
`,
    "web/html.py": `class Html:
    tag = "p"
`,
    "web/gift.py": `from shop.cart import Cart
from web.ribbon import Ribbon

class Gift(Cart):
    ribbon: Ribbon
`,
    "web/ribbon.py": `class Ribbon:
    def __init__(self):
        self.color = "red"
`,
    "shop/cart.py": `from base.basket import Basket
from util.money import Money

class Cart(Basket):
    def total(self, money: Money):
        return self.su│m(money)│
${POST_LINES}`,
  },
  shown: {
    "Cur.MN": ["[Cart]\ndef clear(self, everything: bool)"],
    "Cur.I": ["[Cart]\nnote clear self everything"],
    "Cur.TI": ["[Cart]\nbool"],
    "Cur.SL": ['[Cart]\n"late"'],
    "Cur.FD": ['[Cart]\nnote = "late"'],
    "Cur.PL25": [POST_LINES],
    "Cur.PL50": [POST_LINES],
    "Cur.PL75": [POST_LINES],
    "Par.MNB": [`[Basket]\n[count]\n${COUNT}`],
    "Par.MN": ["[Basket]\ndef count(self, bag: Bag) -> int"],
    "Par.I": ["[Basket]\nbase bag Bag Basket label count self"],
    "Par.TI": ["[Basket]\nBag int"],
    "Par.SL": ['[Basket]\n"basket"'],
    "Par.FD": ['[Basket]\nlabel = "basket"'],
    "Imp.MNB": [`[Money]\n[plus]\n${PLUS}`, `[Basket]\n[count]\n${COUNT}`],
    "Imp.MN": ["[Money]\ndef plus(self, other)", "[Basket]\ndef count(self, bag: Bag) -> int"],
    "Imp.I": ["[Money]\nMoney cents plus self other", "[Basket]\nbase bag Bag Basket label count self"],
    "Imp.TI": ["[Money]\nint", "[Basket]\nBag int"],
    "Imp.SL": ['[Basket]\n"basket"'],
    "Imp.FD": ["[Money]\ncents: int = 0", '[Basket]\nlabel = "basket"'],
    "Sib.MNB": ['[Order]\n[pay]\ndef pay(self, tip: Money):\n        log("paid")'],
    "Sib.MN": ["[Order]\ndef pay(self, tip: Money)"],
    "Sib.I": ["[Order]\nutil clock now money Money Order pay self tip log"],
    "Sib.TI": ["[Order]\nMoney"],
    "Sib.SL": ['[Order]\n"paid"'],
    "Sim.MNB": ['[CartView]\n[title]\ndef title(self):\n        return "Cart"'],
    "Sim.MN": ["[CartView]\ndef title(self)"],
    "Sim.I": ["[CartView]\nweb html Html CartView title self"],
    "Sim.SL": ['[CartView]\n"Cart"'],
    "Chi.I": ["[Gift]\nshop cart Cart web ribbon Ribbon Gift"],
    "Chi.TI": ["[Gift]\nRibbon"],
    "Chi.FD": ["[Gift]\nribbon: Ribbon"],
    // A file without a class goes by its own name.
    "ISib.MNB": ["[clock]\n[now]\ndef now():\n    return 0", `[Money]\n[plus]\n${PLUS}`],
    "ISib.MN": ["[clock]\ndef now()", "[Money]\ndef plus(self, other)"],
    "ISib.I": ["[clock]\nnow", "[Money]\nMoney cents plus self other"],
    "ISib.TI": ["[Money]\nint"],
    "ISib.FD": ["[Money]\ncents: int = 0"],
    "ISim.I": ["[Html]\nHtml tag"],
    "ISim.SL": ['[Html]\n"p"'],
    "ISim.FD": ['[Html]\ntag = "p"'],
    "IPar.I": ["[Bag]\nBag weight"],
    "IPar.FD": ["[Bag]\nweight = 1"],
    "IChi.MNB": ['[Ribbon]\n[__init__]\ndef __init__(self):\n        self.color = "red"'],
    "IChi.MN": ["[Ribbon]\ndef __init__(self)"],
    "IChi.I": ["[Ribbon]\nRibbon __init__ self color"],
    "IChi.SL": ['[Ribbon]\n"red"'],
    "IChi.FD": ['[Ribbon]\nself.color = "red"'],
  },
};
