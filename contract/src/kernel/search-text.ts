/** Letters with a stroke or of two letters, which normalization leaves whole, and how they are typed without them. */
const letterReplacements: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** A text as searches compare it: without case and accents, so that "lodz" finds "Łódź" and "strasse" "Straße". */
export const normalizeSearchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđıßæœ]/g, (letter) => letterReplacements[letter] ?? letter)

/** The words of a search as they are compared. */
export const splitSearchWords = (search: string): string[] => normalizeSearchText(search).split(/\s+/).filter(Boolean)

/** Says of a text whether every word of a search stands somewhere in it; an empty search finds all. */
export const createSearchMatcher = (search: string): ((text: string) => boolean) => {
  const words = splitSearchWords(search)
  return (text) => {
    const plain = normalizeSearchText(text)
    return words.every((word) => plain.includes(word))
  }
}
