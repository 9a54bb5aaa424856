/** Letters without a decomposition, and how people type them without the stroke or ligature. */
const letterReplacements: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Normalizes text for searches, without case and accents: "lodz" finds "Łódź" and "strasse" finds "Straße". */
export const normalizeSearchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđıßæœ]/g, (letter) => letterReplacements[letter] ?? letter)

export const splitSearchWords = (search: string): string[] => normalizeSearchText(search).split(/\s+/).filter(Boolean)

/** Returns a predicate: whether a text contains every word of a search. An empty search matches all texts. */
export const createSearchMatcher = (search: string): ((text: string) => boolean) => {
  const words = splitSearchWords(search)
  return (text) => {
    const normalizedText = normalizeSearchText(text)
    return words.every((word) => normalizedText.includes(word))
  }
}
