import { stateOfUnit, type UnitState } from '@vigilux/contract/features/central-units/unit-state.ts'
import { paperSizesMm } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { FloorPlanContent } from '../collect/collect-floor-plan.ts'
import { createTimeFormats, localeOf, type ReportTexts } from '../report-texts.ts'
import { floorPlanData } from './document-data.ts'
import { drawPlanMarks, type MarkKind, markKinds, markPicture } from './draw-plan-marks.ts'
import { pdfRenderer } from './render-pdf.ts'

/** Millimeters not available to the drawing: margins, page head and foot, title and legend. */
const reservedMm = { width: 32, height: 30 + 28 + 24 + 30 }
/** Maximum letters of a name beside a mark; the list shows it in full. */
const maxNameLength = 26

/** A device on the plan, with the words of its row in the list. */
type PlacedDevice = {
  kind: MarkKind
  condition: UnitState
  x: number
  y: number
  number: string
  /** Its position in the list. */
  listed: string
  serial: string
  description: string
  location: string
}

const kindOf = (type: string): MarkKind => (type === 'emergency' || type === 'lighting' ? type : 'other')
/** Worst first, in the order of conditions; states of units alone follow the condition they resemble. */
const states: readonly UnitState[] = conditions.flatMap((condition): UnitState[] => {
  if (condition === 'offline') return [condition, 'notAcquired']
  return condition === 'inhibited' ? [condition, 'disabled'] : [condition]
})
const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

/** Lays the drawing out as large as the paper allows, in landscape if larger. */
const layOut = ({ paper: paperSize, plan }: FloorPlanContent) => {
  const [shortSide, longSide] = paperSizesMm[paperSize]
  const scaleOn = (width: number, height: number) =>
    Math.min((width - reservedMm.width) / plan.width, (height - reservedMm.height) / plan.height)
  const [uprightScale, lyingScale] = [scaleOn(shortSide, longSide), scaleOn(longSide, shortSide)]
  const scale = Math.max(uprightScale, lyingScale)
  return { isLying: lyingScale > uprightScale, width: plan.width * scale, height: plan.height * scale }
}

const lengths = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]

/** The scale as a ratio, and a bar of a round length, about 40 mm at most. */
const scaleOf = ({ plan: { longSideM } }: FloorPlanContent, longSideMm: number, number: Intl.NumberFormat) => {
  if (longSideM === null) return null
  const mmOfMetre = longSideMm / longSideM
  const metres = lengths.findLast((one) => one * mmOfMetre <= 40)
  return {
    text: `1 : ${number.format(Math.round(1000 / mmOfMetre))}`,
    bar: metres === undefined ? null : { mm: metres * mmOfMetre, text: `${number.format(metres)} m` },
  }
}

const placedOn = ({ lamps, units }: FloorPlanContent): PlacedDevice[] => [
  ...lamps.map(({ lamp, isExitSign, x, y }) => ({
    kind: isExitSign ? ('exitSign' as const) : kindOf(lamp.type),
    condition: lamp.condition,
    x,
    y,
    number: lampNumber(lamp.id),
    listed: `${serialOf(lamp.cu)} · ${lampNumber(lamp.id)}`,
    serial: lamp.serial,
    description: lamp.description,
    location: lamp.location,
  })),
  ...units.map(({ unit, isGateway, x, y }) => ({
    kind: isGateway ? ('bluetoothGateway' as const) : ('unit' as const),
    condition: stateOfUnit(unit),
    x,
    y,
    number: unit.cu_id,
    listed: `${unit.cu_id} · ${unit.type_name}`,
    serial: unit.cu_id,
    description: unit.description,
    location: unit.cu_location,
  })),
]

/** A floor plan in the reader's language, every text printable. */
const dataOf = (
  content: FloorPlanContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
): object => {
  const { plan, plantname, owner, madeAt, timezone, paper: paperSize } = content
  const planTexts = texts.floorPlan
  const { isLying, width, height } = layOut(content)
  const number = new Intl.NumberFormat(localeOf(language))
  const placedDevices = placedOn(content)
  const marks = placedDevices.map(({ description, ...planMark }) => {
    const name = description.length > maxNameLength ? `${description.slice(0, maxNameLength - 1)}…` : description
    return { ...planMark, name: printable(name) }
  })
  const scale = scaleOf(content, Math.max(width, height), number)
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${planTexts.title} – ${plan.name} – ${plantname}`),
    heading: printable(plan.name),
    plant: printable(plantname),
    owner: printable(owner),
    paper: paperSize,
    isLying,
    size: paperSize.toUpperCase(),
    drawing: { width, height, marks: drawPlanMarks(marks, width, height) },
    facts: [
      [texts.facts.made, createTimeFormats(language, timezone).zoned(madeAt)],
      [planTexts.scale, scale?.text ?? planTexts.noScale],
      [planTexts.placed, number.format(placedDevices.length)],
    ],
    bar: scale?.bar ?? null,
    legend: [
      ...markKinds.map((kind) => ({ mark: markPicture({ kind, condition: 'ok' }), text: planTexts.shape[kind] })),
      ...states
        .map((condition) => ({ condition, count: placedDevices.filter((one) => one.condition === condition).length }))
        .filter(({ count }) => count > 0)
        .map(({ condition, count }) => ({
          mark: markPicture({ kind: 'emergency', condition }),
          text: `${planTexts.condition[condition]}: ${number.format(count)}`,
        })),
    ],
    devices: placedDevices.map(({ kind, condition, listed: listText, serial, description, location }) => [
      listText,
      printable(serial),
      planTexts.shape[kind],
      planTexts.condition[condition],
      printable(description),
      printable(location),
    ]),
    words: {
      title: planTexts.title,
      legend: planTexts.legend,
      devices: planTexts.devices,
      none: planTexts.none,
      columns: [
        planTexts.device,
        texts.columns.serial,
        '',
        planTexts.state,
        texts.columns.description,
        texts.columns.location,
      ],
    },
  }
}

/** Renders the PDF of a floor plan, times in the plant's zone. */
export const renderFloorPlan = pdfRenderer('floor-plan.typ', dataOf, floorPlanData, ({ picture }) => [
  { name: 'plan.webp', content: picture },
])
