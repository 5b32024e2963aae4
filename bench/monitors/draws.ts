// Random places of a project, several of a file in a row: the compilers then parse one file again, and not two.

/** So many places of one file follow each other. */
const IN_A_ROW = 10;

/** Draws from `places`, each equally often in the long run. */
export function draws<Place extends { readonly path: string }>(
  places: readonly Place[],
  random: () => number,
): () => Place {
  const files = new Map<string, Place[]>();
  for (const place of places) {
    const its = files.get(place.path);
    if (its === undefined) files.set(place.path, [place]);
    else its.push(place);
  }
  const some = (from: readonly Place[]): Place => from[Math.floor(random() * from.length)]!;
  let drawn = 0;
  let file: readonly Place[] = [];
  return () => {
    if (drawn++ % IN_A_ROW === 0) file = files.get(some(places).path)!;
    return some(file);
  };
}
