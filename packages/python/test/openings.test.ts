// Suffixes that close what only the middle can have opened, several brackets of several kinds deep.

import { fillMiddle } from "@espalier/gaps";
import { python } from "@espalier/python";
import { expect, test } from "vitest";

test("a middle may open what a call of nested dictionaries closes", () => {
  const suffix = `,
                        ],
                        "answer": "Huston Rocket",
                    },
                },
                "maths": {
                    "q1": { "options": [10, 11], "answer": 12 },
                },
            },
        }
    )
`;
  const gap = fillMiddle(python(), { prefix: "f\n", suffix });
  expect(gap.policy).toBe("noSwallow");
  expect(gap.cost(gap.start)).toBe(gap.witness(gap.start)?.length);
});
