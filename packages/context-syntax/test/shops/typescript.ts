import type { Shop } from "./shop.js";

const POST_LINES = `  }
  note = "late";
  clear(everything: Flag): void {}
}
`;
const PLUS = "plus(other: Money): Money {\n    return other;\n  }";
const COUNT = "count(bag: Bag): number {\n    return 1;\n  }";

export const typescriptShop: Shop = {
  files: {
    "base/bag.ts": `export class Bag {
  weight = 1;
}
`,
    "base/basket.ts": `import { Bag } from "./bag.js";

export class Basket {
  label = "basket";
  ${COUNT}
}
`,
    "util/money.ts": `export class Money {
  cents = 0;
  ${PLUS}
}
`,
    "util/clock.ts": `export const now = (): number => 0;
`,
    "shop/order.ts": `import { now } from "../util/clock";
import { Money } from "../util/money";

export class Order {
  pay(tip: Money): void {
    log("paid");
  }
}
`,
    "web/cart-view.ts": `import { Html } from "./html";

export class CartView {
  title(): string {
    return "Cart";
  }
}
`,
    "web/html.ts": `export interface Html {
  tag: string;
}
`,
    "web/gift.ts": `import { Cart } from "../shop/cart";
import { Ribbon } from "./ribbon";

export class Gift extends Cart {
  ribbon: Ribbon;
}
`,
    "web/ribbon.ts": `export class Ribbon {
  color = "red";
}
`,
    "shop/cart.ts": `import { Basket } from "../base/basket";
import { Money } from "../util/money";

export class Cart extends Basket {
  total(money: Money): Money {
    return this.su│m(money);│
${POST_LINES}`,
  },
  shown: {
    "Cur.MN": ["[Cart]\nclear(everything: Flag): void"],
    "Cur.I": ["[Cart]\nnote clear everything"],
    "Cur.TI": ["[Cart]\nFlag"],
    "Cur.SL": ['[Cart]\n"late"'],
    "Cur.FD": ['[Cart]\nnote = "late"'],
    "Cur.PL25": [POST_LINES],
    "Cur.PL50": [POST_LINES],
    "Cur.PL75": [POST_LINES],
    "Par.MNB": [`[Basket]\n[count]\n${COUNT}`],
    "Par.MN": ["[Basket]\ncount(bag: Bag): number"],
    "Par.I": ["[Basket]\nBag label count bag"],
    "Par.TI": ["[Basket]\nBasket Bag"],
    "Par.SL": ['[Basket]\n"basket"'],
    "Par.FD": ['[Basket]\nlabel = "basket"'],
    "Imp.MNB": [`[Money]\n[plus]\n${PLUS}`, `[Basket]\n[count]\n${COUNT}`],
    "Imp.MN": ["[Money]\nplus(other: Money): Money", "[Basket]\ncount(bag: Bag): number"],
    "Imp.I": ["[Money]\ncents plus other", "[Basket]\nBag label count bag"],
    "Imp.TI": ["[Money]\nMoney", "[Basket]\nBasket Bag"],
    "Imp.SL": ['[Basket]\n"basket"'],
    "Imp.FD": ["[Money]\ncents = 0", '[Basket]\nlabel = "basket"'],
    "Sib.MNB": ['[Order]\n[pay]\npay(tip: Money): void {\n    log("paid");\n  }'],
    "Sib.MN": ["[Order]\npay(tip: Money): void"],
    "Sib.I": ["[Order]\nnow Money pay tip log"],
    "Sib.TI": ["[Order]\nOrder Money"],
    "Sib.SL": ['[Order]\n"paid"'],
    "Sim.MNB": ['[CartView]\n[title]\ntitle(): string {\n    return "Cart";\n  }'],
    "Sim.MN": ["[CartView]\ntitle(): string"],
    "Sim.I": ["[CartView]\nHtml title"],
    "Sim.TI": ["[CartView]\nCartView"],
    "Sim.SL": ['[CartView]\n"Cart"'],
    "Chi.I": ["[Gift]\nCart Ribbon ribbon"],
    "Chi.TI": ["[Gift]\nGift Ribbon"],
    "Chi.FD": ["[Gift]\nribbon: Ribbon"],
    "ISib.MNB": ["[clock]\n[now]\nconst now = (): number => 0", `[Money]\n[plus]\n${PLUS}`],
    "ISib.MN": ["[clock]\nconst now = (): number", "[Money]\nplus(other: Money): Money"],
    "ISib.I": ["[clock]\nnow", "[Money]\ncents plus other"],
    "ISib.TI": ["[Money]\nMoney"],
    "ISib.FD": ["[Money]\ncents = 0"],
    "ISim.I": ["[Html]\ntag"],
    "ISim.TI": ["[Html]\nHtml"],
    "ISim.FD": ["[Html]\ntag: string"],
    "IPar.I": ["[Bag]\nweight"],
    "IPar.TI": ["[Bag]\nBag"],
    "IPar.FD": ["[Bag]\nweight = 1"],
    "IChi.I": ["[Ribbon]\ncolor"],
    "IChi.TI": ["[Ribbon]\nRibbon"],
    "IChi.SL": ['[Ribbon]\n"red"'],
    "IChi.FD": ['[Ribbon]\ncolor = "red"'],
  },
};
