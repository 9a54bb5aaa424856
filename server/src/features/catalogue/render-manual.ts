import { readFile } from 'node:fs/promises'
import { drawingBox, drawingOf, type Ink } from '@vigilux/contract/features/catalogue/drawing.rules.ts'
import type { Product } from '@vigilux/contract/features/catalogue/product.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import english from './locales/en.json' with { type: 'json' }

type ManualTexts = typeof english

/** Incremented when the layout changes: stored manuals are then generated again. */
export const manualTemplateVersion = 1

/** The content of a manual, before translation. */
export type ManualContent = { product: Product; family: string; parts: readonly Product[] }

const loadManualTexts = async (language: Language): Promise<ManualTexts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as ManualTexts

const localeOf = (language: Language): string => ({ no: 'nb', pt: 'pt-PT', en: 'en-GB' })[language as 'no'] ?? language

const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

const manualPage: Readonly<Record<Ink, { fill: string; edge: string }>> = {
  body: { fill: '#ffffff', edge: '#9aa7b8' },
  inner: { fill: '#e6eaf0', edge: '#c3ccd8' },
  light: { fill: '#fff6dc', edge: '#e6d6a4' },
  lit: { fill: '#f2c230', edge: '#d9a90f' },
  sign: { fill: '#17734a', edge: '#0f5a39' },
  onSign: { fill: '#ffffff', edge: '#ffffff' },
  cell: { fill: '#3d6a99', edge: '#2b4d72' },
  dark: { fill: '#4f5b6a', edge: '#3a4450' },
  ok: { fill: '#17734a', edge: '#17734a' },
}

/** The drawing as SVG, from validated numbers and names only. */
export const drawingSvg = (product: Pick<Product, 'drawing' | 'dimensions'>): string => {
  const parts = drawingOf(product).map((part) => {
    const { fill: colour, edge } = manualPage[part.ink]
    const style = `fill="${colour}" stroke="${edge}" stroke-width="0.8"`
    if (part.form === 'path') return `<path d="${part.d}" ${style}/>`
    if (part.form === 'ellipse')
      return `<ellipse cx="${part.x}" cy="${part.y}" rx="${part.rx}" ry="${part.ry}" ${style}/>`
    const { x, y, width, height, radius } = part
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${style}/>`
  })
  const { width, height } = drawingBox
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}

const sourceOf = ({ source, lumens, watts }: Product, texts: ManualTexts, number: Intl.NumberFormat): string =>
  [
    source ? texts.source[source] : '',
    lumens === null ? '' : `${number.format(lumens)} lm`,
    watts === null ? '' : `${number.format(watts)} W`,
  ]
    .filter(Boolean)
    .join(', ')

const hoursOf = ({ autonomyMin }: Product, language: Language, number: Intl.NumberFormat): string => {
  const hours = autonomyMin.map((minutes) => number.format(minutes / 60))
  const list = new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(hours)
  return hours.length > 0 ? `${list} h` : ''
}

/** Technical data of a manual, in the order of the product's page, without unknown values. */
export const productFacts = (
  { product, family, parts }: ManualContent,
  texts: ManualTexts,
  language: Language,
): [label: string, value: string][] => {
  const number = new Intl.NumberFormat(localeOf(language))
  const { dimensions, protectionClass, ip, batteryCode, functions } = product
  const battery = parts.find(({ code }) => code === batteryCode)
  const facts: [string, string][] = [
    [texts.fact.productCode, product.code],
    [texts.fact.orderCode, product.orderCode],
    [texts.fact.family, family],
    [product.source ? texts.fact.lightSource : texts.fact.power, sourceOf(product, texts, number)],
    [texts.fact.functions, functions.map((one) => texts.function[one]).join(', ')],
    [texts.fact.autonomy, hoursOf(product, language, number)],
    [texts.fact.battery, batteryCode === null ? '' : [batteryCode, battery?.name].filter(Boolean).join(' · ')],
    [
      texts.fact.protection,
      [ip, protectionClass && fillTemplate(texts.protectionClass, { class: protectionClass })]
        .filter(Boolean)
        .join(', '),
    ],
    [
      texts.fact.dimensions,
      dimensions
        ? `${[dimensions.width, dimensions.height, dimensions.depth].map((one) => number.format(one)).join(' × ')} mm`
        : '',
    ],
  ]
  return facts.filter(([, value]) => value !== '')
}

const isLit = ({ nodeTypes }: Product): boolean => nodeTypes.some((one) => one === 'emergency' || one === 'lighting')

/** The chapters for this product, a sentence or two each. */
const chaptersOf = ({ product, parts }: ManualContent, texts: ManualTexts, language: Language) => {
  const number = new Intl.NumberFormat(localeOf(language))
  const { chapter } = texts
  const battery = product.parts.find(({ code }) => code === product.batteryCode)
  const batteryName = parts.find(({ code }) => code === battery?.code)?.name ?? ''
  return [
    chapter.safety,
    chapter.mounting,
    ...(product.nodeTypes.length > 0 ? [chapter.commissioning] : []),
    ...(product.nodeTypes.includes('emergency') ? [chapter.tests] : []),
    ...(battery
      ? [
          {
            title: chapter.battery.title,
            text: fillTemplate(chapter.battery.text, {
              code: [battery.code, batteryName].filter(Boolean).join(', '),
              years: number.format(battery.everyYears ?? 4),
            }),
          },
        ]
      : []),
    ...(isLit(product) ? [chapter.cleaning] : []),
    chapter.disposal,
  ]
}

/** The manual of a product as PDF, in the reader's language. */
export const renderManual = async (
  content: ManualContent,
  language: Language,
  { typeset, printable }: Typesetter,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const texts = await loadManualTexts(language)
  const { product, parts } = content
  const data = {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${texts.manual} – ${product.name}`),
    manual: texts.manual,
    name: printable(product.name),
    kind: texts.kind[product.kind],
    page: texts.page,
    svg: drawingSvg(product),
    alt: printable(fillTemplate(texts.drawingOf, { name: product.name })),
    remark: printable(product.remark?.[language] ?? ''),
    facts: productFacts(content, texts, language).map(([label, value]) => [label, printable(value)]),
    factsTitle: texts.facts,
    chapters: chaptersOf(content, texts, language).map(({ title, text }) => ({ title, text: printable(text) })),
    partsTitle: texts.spareParts,
    columns: [texts.fact.productCode, texts.spareParts, texts.replaced],
    parts: parts.map(({ code, name }, index) => {
      const years = product.parts[index]?.everyYears ?? null
      return [
        code,
        printable(name),
        years === null
          ? texts.onFault
          : fillTemplate(texts.everyYears, { years: new Intl.NumberFormat(localeOf(language)).format(years) }),
      ]
    }),
  }
  const source = await readFile(new URL('./manual.typ', import.meta.url), 'utf8')
  // The same manual must be the same file, whenever it is generated.
  return typeset({ source, data, attachments: [], madeAt: new Date('2026-01-01T00:00:00Z') }, signal)
}
