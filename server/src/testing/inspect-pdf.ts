import { execFileSync } from 'node:child_process'

type Dictionary = Readonly<Record<string, unknown>>

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'pipe'] })

/** The objects of a PDF, by reference; a stream as its dictionary. */
const objectsOf = (path: string): Map<string, unknown> => {
  const { qpdf } = JSON.parse(run('qpdf', '--json', '--json-key=qpdf', path)) as { qpdf: [unknown, Dictionary] }
  return new Map(
    Object.entries(qpdf[1]).map(([name, object]) => {
      const { value, stream } = object as { value?: unknown; stream?: { dict: unknown } }
      return [name.replace('obj:', ''), stream ? stream.dict : value]
    }),
  )
}

export type Word = { page: number; left: number; top: number; right: number; bottom: number; text: string }

/** The words of a PDF with their positions, in points from the top of each page. */
export const wordsOf = (path: string): Word[] => {
  let page = 0
  const textBoxes: Word[] = []
  const boxes = /<page |<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g
  for (const [, left, top, right, bottom, text = ''] of run('pdftotext', '-bbox', path, '-').matchAll(boxes)) {
    if (left === undefined) page += 1
    else
      textBoxes.push({ page, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom), text })
  }
  return textBoxes.toSorted((a, b) => a.page - b.page || a.top - b.top)
}

/** Maximum overlap of words in points: less than a reader notices. */
const sharedAtMost = 1

const areOverlapping = (a: Word, b: Word): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > sharedAtMost &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) / 2

/** Overlapping, illegible words, as in a column too narrow. */
const overprintedIn = (path: string): string[] =>
  wordsOf(path).flatMap((word, at, all) => {
    const end = all.findIndex(({ page, top }, n) => n > at && (page !== word.page || top >= word.bottom))
    return all
      .slice(at + 1, end < 0 ? undefined : end)
      .filter((next) => areOverlapping(word, next))
      .map((next) => `page ${word.page}: ${word.text} / ${next.text}`)
  })

/** A file attached to a PDF, as extracted. */
export type Attached = { name: string; type: unknown; relation: unknown; isListed: boolean; content: string }

/** Properties of a PDF/A-3 file, level A, and illegible words, for assertions in tests. */
export const inspectPdf = (path: string) => {
  // Throws if the file is damaged.
  run('qpdf', '--check', path)
  const objects = objectsOf(path)
  const resolveReference = (value: unknown): unknown =>
    typeof value === 'string' && objects.has(value) ? objects.get(value) : value
  const memberOf = (value: unknown, ...names: string[]): unknown =>
    names.reduce((at: unknown, name) => {
      const value = resolveReference(at)
      return isDictionary(value) ? resolveReference(value[name]) : undefined
    }, value)
  const list = (value: unknown): unknown[] => {
    const followed = resolveReference(value)
    return Array.isArray(followed) ? followed : []
  }
  const all = [...objects.values()].filter(isDictionary)
  const root = memberOf(objects.get('trailer'), '/Root')
  const [metadata] = [...objects].filter(([, value]) => isDictionary(value) && value['/Type'] === '/Metadata')
  const xmp = metadata ? run('qpdf', `--show-object=${metadata[0].split(' ')[0]}`, '--filtered-stream-data', path) : ''
  const text = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^[ub]:/, '') : value)
  const associated = list(memberOf(root, '/AF'))
  const specifications = [...objects].filter(([, value]) => isDictionary(value) && value['/Type'] === '/Filespec')
  const attachments: Attached[] = specifications.map(([reference, file]) => {
    const name = String(text(memberOf(file, '/UF')))
    return {
      name,
      type: memberOf(file, '/EF', '/F', '/Subtype'),
      relation: memberOf(file, '/AFRelationship'),
      isListed: associated.includes(reference),
      content: run('qpdf', `--show-attachment=${name}`, path),
    }
  })
  const descriptors = all.filter((one) => one['/Type'] === '/FontDescriptor')
  const fonts = all.filter((one) => one['/Type'] === '/Font' && one['/Subtype'] !== '/Type0')
  return {
    part: /<pdfaid:part>(\d)</.exec(xmp)?.[1],
    conformance: /<pdfaid:conformance>(\w)</.exec(xmp)?.[1],
    outputIntents: list(memberOf(root, '/OutputIntents')).map((intent) => ({
      kind: memberOf(intent, '/S'),
      hasProfile: isDictionary(memberOf(intent, '/DestOutputProfile')),
    })),
    fonts: fonts.length,
    fontsNotEmbedded: [
      ...fonts.filter((one) => !isDictionary(memberOf(one, '/FontDescriptor'))),
      ...descriptors.filter((one) => !['/FontFile', '/FontFile2', '/FontFile3'].some((file) => file in one)),
    ].map((one) => one['/BaseFont'] ?? one['/FontName']),
    isTagged: memberOf(root, '/MarkInfo', '/Marked') === true && isDictionary(memberOf(root, '/StructTreeRoot')),
    language: text(memberOf(root, '/Lang')),
    /** Places where a printed line may break; a title in a window shows them as gaps. */
    breaksInTitle: /<dc:title>.*?<\/dc:title>/s.exec(xmp)?.[0].match(/\u200b/g)?.length ?? 0,
    tags: new Set(all.flatMap((one) => ('/P' in one && typeof one['/S'] === 'string' ? [one['/S']] : []))),
    attachments,
    pages: all.filter((one) => one['/Type'] === '/Page').length,
    overprinted: overprintedIn(path),
  }
}

/**
 * Expected result of {@link inspectPdf} for every generated PDF: ISO 19005-3, level A, as far as it is externally
 * visible; and no overprinted words.
 */
export const archivable = {
  part: '3',
  conformance: 'A',
  isTagged: true,
  breaksInTitle: 0,
  fontsNotEmbedded: [],
  overprinted: [],
  outputIntents: [{ kind: '/GTS_PDFA1', hasProfile: true }],
}

/** The rows attached to a PDF: the lines of its CSV, and the same rows of its JSON. */
export const rowsIn = ({ attachments }: ReturnType<typeof inspectPdf>) => {
  const contentOf = (suffix: string): string => attachments.find(({ name }) => name.endsWith(suffix))?.content ?? ''
  const [bom, ...csv] = contentOf('.csv')
  return {
    hasByteOrderMark: bom === '\uFEFF',
    lines: csv.join('').split('\r\n').slice(0, -1),
    json: JSON.parse(contentOf('.json')) as Dictionary & { rows: Dictionary[] },
    relations: attachments.map(({ name, type, relation, isListed }) => [name, type, relation, isListed]),
  }
}
