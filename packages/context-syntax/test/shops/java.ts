import type { Shop } from "./shop.js";

const POST_LINES = `  }
  String note = "late";
  void clear(int all) { }
}
`;

export const javaShop: Shop = {
  files: {
    "base/Bag.java": `package base;
public class Bag {
  int weight;
}
`,
    "base/Basket.java": `package base;
import base.Bag;
public class Basket {
  protected Bag bag;
  String label = "basket";
  int count() { return 1; }
}
`,
    "util/Money.java": `package util;
public class Money {
  long cents;
  Money plus(Money other) { return other; }
}
`,
    "util/Clock.java": `package util;
public class Clock {
  long now() { return 0; }
}
`,
    "shop/Order.java": `package shop;
import util.Clock;
import util.Money;
public class Order {
  Money price;
  void pay(Money tip) { log("paid"); }
}
`,
    "web/CartView.java": `package web;
import web.Html;
class CartView {
  String title() { return "Cart"; }
}
`,
    "web/Html.java": `package web;
class Html {
  char tag;
}
`,
    "web/Gift.java": `package web;
import shop.Cart;
import web.Ribbon;
class Gift extends Cart {
  Ribbon ribbon;
}
`,
    "web/Ribbon.java": `package web;
class Ribbon {
  String color = "red";
}
`,
    "shop/Cart.java": `package shop;
import base.Basket;
import util.Money;
public class Cart extends Basket {
  Money total() {
    return su│m(price);│
${POST_LINES}`,
  },
  shown: {
    "Cur.MN": ["[Cart]\nvoid clear(int all)"],
    "Cur.I": ["[Cart]\nnote clear all"],
    "Cur.TI": ["[Cart]\nString"],
    "Cur.SL": ['[Cart]\n"late"'],
    "Cur.FD": ['[Cart]\nString note = "late";'],
    "Cur.PL25": [POST_LINES],
    "Cur.PL50": [POST_LINES],
    "Cur.PL75": [POST_LINES],
    "Par.MNB": ["[Basket]\n[count]\nint count() { return 1; }"],
    "Par.MN": ["[Basket]\nint count()"],
    "Par.I": ["[Basket]\nbase Bag Basket bag label count"],
    "Par.TI": ["[Basket]\nBag String"],
    "Par.SL": ['[Basket]\n"basket"'],
    "Par.FD": ['[Basket]\nprotected Bag bag;\nString label = "basket";'],
    // Money is used one line above the hole, Basket two.
    "Imp.MNB": [
      "[Money]\n[plus]\nMoney plus(Money other) { return other; }",
      "[Basket]\n[count]\nint count() { return 1; }",
    ],
    "Imp.MN": ["[Money]\nMoney plus(Money other)", "[Basket]\nint count()"],
    "Imp.I": ["[Money]\nutil Money cents plus other", "[Basket]\nbase Bag Basket bag label count"],
    "Imp.TI": ["[Money]\nMoney", "[Basket]\nBag String"],
    "Imp.SL": ['[Basket]\n"basket"'],
    "Imp.FD": ["[Money]\nlong cents;", '[Basket]\nprotected Bag bag;\nString label = "basket";'],
    "Sib.MNB": ['[Order]\n[pay]\nvoid pay(Money tip) { log("paid"); }'],
    "Sib.MN": ["[Order]\nvoid pay(Money tip)"],
    "Sib.I": ["[Order]\nshop util Clock Money Order price pay tip log"],
    "Sib.TI": ["[Order]\nMoney"],
    "Sib.SL": ['[Order]\n"paid"'],
    "Sib.FD": ["[Order]\nMoney price;"],
    "Sim.MNB": ['[CartView]\n[title]\nString title() { return "Cart"; }'],
    "Sim.MN": ["[CartView]\nString title()"],
    "Sim.I": ["[CartView]\nweb Html CartView title"],
    "Sim.TI": ["[CartView]\nString"],
    "Sim.SL": ['[CartView]\n"Cart"'],
    "Chi.I": ["[Gift]\nweb shop Cart Ribbon Gift ribbon"],
    "Chi.TI": ["[Gift]\nCart Ribbon"],
    "Chi.FD": ["[Gift]\nRibbon ribbon;"],
    "ISib.MNB": [
      "[Clock]\n[now]\nlong now() { return 0; }",
      "[Money]\n[plus]\nMoney plus(Money other) { return other; }",
    ],
    "ISib.MN": ["[Clock]\nlong now()", "[Money]\nMoney plus(Money other)"],
    "ISib.I": ["[Clock]\nutil Clock now", "[Money]\nutil Money cents plus other"],
    "ISib.TI": ["[Money]\nMoney"],
    "ISib.FD": ["[Money]\nlong cents;"],
    "ISim.I": ["[Html]\nweb Html tag"],
    "ISim.FD": ["[Html]\nchar tag;"],
    "IPar.I": ["[Bag]\nbase Bag weight"],
    "IPar.FD": ["[Bag]\nint weight;"],
    // The child also imports the file with the hole, which is never shown.
    "IChi.I": ["[Ribbon]\nweb Ribbon color"],
    "IChi.TI": ["[Ribbon]\nString"],
    "IChi.SL": ['[Ribbon]\n"red"'],
    "IChi.FD": ['[Ribbon]\nString color = "red";'],
  },
};
