import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../server/src/testing/depth.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable, findSeriousViolations, measureFirstContent } from '../support/readable.ts'

/** A drawing becomes a plan. People place lamps by mouse, touch and keyboard, while another person watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''

const topic = 'logica_0A1B01'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#fff"/>
  <path d="M20 20H1180V780H20ZM20 320H1180M400 320V780" fill="none" stroke="#222" stroke-width="4"/></svg>`

type Point = { x: number; y: number }

/** The saved places of lamps, by position; the unit itself has none. */
const readPlaces = async () => {
  const { plans } = await api.call('getFloorPlanLamps', { plantId })
  return new Map(plans.flatMap(({ lamps }) => lamps.map(({ addr, x, y }) => [addr, { x, y }] as const)))
}
const stageOf = async ({ page }: Person) => {
  const stage = page.getByRole('application')
  await stage.scrollIntoViewIfNeeded()
  const box = await stage.boundingBox()
  if (!box) throw new Error('the plan is not drawn')
  return box
}
/** The window point at a fraction of the plan's box. */
const pointIn = async (person: Person, x: number, y: number): Promise<Point> => {
  const box = await stageOf(person)
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}
const drag = async ({ page }: Person, from: Point, to: Point) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}
const unlock = async ({ page }: Person) => {
  await page.getByRole('button', { name: 'Unlock to edit' }).click()
  await page.getByRole('toolbar', { name: 'Tools' }).waitFor()
}
const save = async ({ page }: Person) => {
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByText('0 changes not saved').waitFor()
}
/** The point of a list device at which a drag starts. */
const gripOf = async (person: Person, number: string): Promise<Point> => {
  await choose(person, number).waitFor()
  const row = person.page.getByRole('listitem').filter({ has: choose(person, number) })
  const grip = await row.locator('[data-part="grip"]').boundingBox()
  if (!grip) throw new Error('nothing to drag by')
  return { x: grip.x + 9, y: grip.y + 9 }
}
const choose = ({ page }: Person, number: string) => page.getByRole('checkbox', { name: new RegExp(`^${number}`) })

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
  for (const { id } of (await api.call('getFloorPlans', { plantId })).plans)
    await api.call('removeFloorPlan', { plantId, planId: id })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
  await Promise.all([installer, owner].map(({ goTo }) => goTo(`/plantmaps/${plantId}`)))
  await owner.page.getByText('No floor plans yet').waitFor()
})

describe('with a mouse', () => {
  it('a drawing becomes a plan in both browsers', async () => {
    const file = { name: 'Piano 2.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
    await installer.page.locator('input[type=file]').first().setInputFiles(file)
    const notice = installer.page.getByRole('dialog', { name: 'Before your first photo or drawing' })
    await notice.getByRole('button', { name: 'Accept and attach' }).click()
    for (const { page } of [installer, owner]) await page.getByRole('application', { name: /^Piano 2/ }).waitFor()
  })

  it('a lamp dragged from the list appears to the other member after saving', async () => {
    const { page } = installer
    await unlock(installer)
    await owner.page.getByText('Marta Rinaldi is editing this plan.').waitFor()
    await drag(installer, await gripOf(installer, '0001'), await pointIn(installer, 0.3, 0.3))
    await page.getByText('1 change not saved').waitFor()
    expect(await readPlaces()).toEqual(new Map())
    await save(installer)
    await owner.page.getByText('1 of 13 devices placed').waitFor()
  })

  it('a unit is dragged and moved, and the other member finds it by its serial', async () => {
    const { page } = installer
    await drag(installer, await gripOf(installer, '0A1B01'), await pointIn(installer, 0.7, 0.7))
    await save(installer)
    await owner.page.getByText('2 of 13 devices placed').waitFor()
    const before = (await readPlaces()).get(null)
    await page.getByRole('application').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await save(installer)
    expect((await readPlaces()).get(null)?.x).toBeCloseTo((before?.x ?? 0) - 0.02, 6)
    await owner.page.getByRole('searchbox', { name: 'Find a plan or device' }).fill('0A1B01')
    await owner.page.getByRole('link', { name: /^Central unit 0A1B01/ }).click()
    await owner.page.getByRole('complementary', { name: /0A1B01/ }).waitFor()
    await owner.page.getByRole('button', { name: 'Close' }).click()
    await owner.goTo(`/plantmaps/${plantId}`)
    // The page centred the unit; the next steps read the whole plan.
    await owner.page.getByRole('button', { name: 'Show the whole plan' }).click()
  })

  it('several lamps are aligned with equal gaps, and Undo reverts the row', async () => {
    const { page } = installer
    for (const number of ['0002', '0003', '0004']) await choose(installer, number).check()
    await page.getByRole('button', { name: 'Line, equal gaps' }).click()
    for (const x of [0.25, 0.75]) {
      const at = await pointIn(installer, x, 0.5)
      await page.mouse.click(at.x, at.y)
    }
    await page.getByText('3 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('0 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await save(installer)
    const places = await readPlaces()
    const [a, b, c] = [2, 3, 4].map((addr) => places.get(addr)?.x ?? 0)
    expect(b! - a!).toBeGreaterThan(0.1)
    expect(c! - b!).toBeCloseTo(b! - a!, 6)
  })

  it('a lamp dragged after zooming lands under the pointer', async () => {
    const before = (await readPlaces()).get(3)
    const middle = await pointIn(installer, 0.5, 0.5)
    await installer.page.mouse.move(middle.x, middle.y)
    // Twice as large: the same pixels cover half as much of the drawing.
    await installer.page.mouse.wheel(0, -400 * Math.LN2)
    await drag(installer, middle, { x: middle.x, y: middle.y + 60 })
    await save(installer)
    const after = (await readPlaces()).get(3)
    const { width } = await stageOf(installer)
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 2)
    // 60 pixels of a plan as wide as its box without the margins, drawn twice as large.
    expect((after?.y ?? 0) - (before?.y ?? 0)).toBeCloseTo(60 / 2 / ((width - 48) / 1.5), 2)
    await installer.page.getByRole('button', { name: 'Show the whole plan' }).click()
  })
})

describe('by keyboard only', () => {
  it('a lamp is selected, placed in the middle and moved by arrow keys', async () => {
    const { page } = installer
    await choose(installer, '0005').focus()
    await page.keyboard.press('Space')
    await page.getByRole('application').focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 change not saved').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Save plan' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('0 changes not saved').waitFor()
    const at = (await readPlaces()).get(5)
    expect(at?.x).toBeCloseTo(0.52, 2)
    expect(at?.y).toBeCloseTo(0.53, 2)
  })

  it('a lamp is removed from the plan and stays in the plant', async () => {
    const { page } = installer
    await page.getByRole('application').focus()
    await page.keyboard.press('Delete')
    await page.getByText('1 change not saved').waitFor()
    await save(installer)
    expect((await readPlaces()).has(5)).toBe(false)
    expect((await api.call('getLamps', { plantId })).total).toBe(12)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
  })
})

describe('a press on the plan', () => {
  it('opens the lamp without moving the view when the panel opens', async () => {
    const { page } = owner
    const { x, y } = (await readPlaces()).get(1) ?? { x: 0, y: 0 }
    const box = await stageOf(owner)
    const scale = Math.min((box.width - 48) / 1.5, box.height - 48)
    const at = {
      x: box.x + box.width / 2 + (x - 0.5) * 1.5 * scale,
      y: box.y + box.height / 2 + (y - 0.5) * scale,
    }
    await page.mouse.click(at.x, at.y)
    await page.getByRole('complementary', { name: 'Lamp 0001' }).waitFor()
    expect(page.url()).toContain('lamp=logica_0A1B01.1')
  })

  it('opens a lamp panel that is readable on desktop and phone', async () => {
    await expectReadable(owner.page)
  })
})

describe.runIf(isFullRun)('other tasks of a plan', () => {
  const begin = async (task: string) => {
    await installer.page.getByRole('button', { name: 'Manage plan' }).click()
    await installer.page.getByRole('menuitem', { name: task }).click()
  }
  const clickAt = async (...points: [number, number][]) => {
    for (const [x, y] of points) {
      const at = await pointIn(installer, x, y)
      await installer.page.mouse.click(at.x, at.y)
    }
  }

  it('two points and a distance set the scale, and the other member sees distances', async () => {
    await begin('Set the scale')
    await clickAt([0.2, 0.5], [0.8, 0.5])
    await installer.page.getByRole('textbox', { name: 'Distance' }).fill('30')
    await installer.page.getByRole('button', { name: 'Save the scale' }).click()
    await installer.page.getByRole('region', { name: 'Set the scale' }).waitFor({ state: 'detached' })
    await owner.goTo(`/plantmaps/${plantId}?lamp=${topic}.2`)
    await owner.page.getByText('Nearest of the same kind').waitFor()
    await owner.page.getByRole('button', { name: 'What if this lamp fails?' }).focus()
    await owner.page.keyboard.press('Space')
    await owner.page.getByText(/^Without lamp 0002, /).waitFor()
    await owner.page.getByText(/^This is no light calculation/).waitFor()
    await expectReadable(owner.page)
  })

  it('a drawn room takes the lamps inside', async () => {
    const { page } = installer
    const room = { level: 'room', name: 'Ward', kind: null, parentId: null, areaM2: null } as const
    await api.call('saveRoom', { plantId, room })
    await owner.goTo(`/plantlocations/${plantId}`)
    const wardItem = owner.page.getByRole('treeitem', { name: /Ward.*[1-9]/ })
    await owner.page.getByText('Ward').first().waitFor()
    expect(await wardItem.count()).toBe(0)
    await begin('Draw a room')
    await clickAt([0.15, 0.35], [0.6, 0.65])
    await page.getByRole('combobox', { name: 'Room' }).click()
    await page.getByRole('option', { name: /Ward/ }).click()
    await page.getByText(/devices? (is|are) inside/).waitFor()
    await page.getByRole('button', { name: 'Put them into the room' }).click()
    await page.getByText(/(is|are) in .*Ward now/).waitFor()
    // The other person has the rooms open, and sees the change without a reload.
    await wardItem.waitFor()
    const { rooms } = await api.call('getRoomLamps', { plantId })
    expect(rooms.flatMap(({ addrs }) => addrs)).toContain(2)
  })

  it('a newer drawing replaces the old one in both browsers and keeps all places', async () => {
    const { page } = installer
    const before = await readPlaces()
    await page.getByRole('button', { name: 'Manage plan' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Replace the drawing' }).click()
    const newer = drawing.replace('M400 320V780', 'M500 320V780')
    await (await choosing).setFiles({ name: 'Rev B.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(newer) })
    await owner.goTo(`/plantmaps/${plantId}`)
    await owner.page.getByRole('application', { name: /^Piano 2/ }).waitFor()
    await page.getByRole('button', { name: 'Align the devices' }).click()
    await page.getByRole('button', { name: 'Same section shown: keep all positions' }).click()
    const shownFile = owner.page.waitForResponse((answer) => /\/files\//.test(answer.url()))
    await page.getByRole('button', { name: 'Replace the drawing' }).click()
    await page.getByText('The plan shows the newer drawing.').first().waitFor()
    expect((await shownFile).ok()).toBe(true)
    const { plans } = await api.call('getFloorPlans', { plantId })
    expect(plans[0]).toMatchObject({ drawing: { name: 'Rev B.svg', state: 'ready' }, next: null })
    expect(await readPlaces()).toEqual(before)
  })

  it('positions are exported and imported, and faulty names are reported', async () => {
    const { page } = installer
    const before = await readPlaces()
    const pendingDownload = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Positions as CSV' }).click()
    const file = readFileSync(await (await pendingDownload).path(), 'utf8')
    await unlock(installer)
    const readIn = async (text: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Read positions from a file' }).click()
      await (await choosing).setFiles({ name: 'positions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    }
    await readIn(file)
    await page.getByText(`${before.size} devices have a place from this file.`).waitFor()
    await page.getByText('0 changes not saved').waitFor()
    const [head = '', first = '', ...rest] = file.trimEnd().split(/\r?\n/)
    const mark = head.includes(';') ? ';' : ','
    const cells = first.split(mark)
    const unknownRow = first.replace(cells[2] ?? '', 'NO-SUCH').replace(/^([^;,]*)[;,]\d+/, `$1${mark}991`)
    const movedRow = [...cells.slice(0, -2), '0.25', '0.75'].join(mark)
    await readIn([head, movedRow, ...rest, unknownRow].join('\n'))
    await page.getByText(/is not in this plant/).waitFor()
    await page.getByText('1 change not saved').waitFor()
    await save(installer)
    const after = await readPlaces()
    expect([...after].filter(([addr, at]) => at.x !== before.get(addr)?.x)).toEqual([
      [Number(cells[1]), { x: 0.25, y: 0.75 }],
    ])
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
  })

  it('the plan downloads as PDF, and a lamp leads to its place on the plan', async () => {
    const { page, goTo } = owner
    await goTo(`/plantmaps/${plantId}`)
    const pendingDownload = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    const text = execFileSync('pdftotext', ['-layout', await (await pendingDownload).path(), '-'], { encoding: 'utf8' })
    expect(text).toContain('Piano 2')
    await goTo(`/plantcentralunits/${plantId}?lamp=${topic}.2`)
    await page.getByRole('link', { name: 'Show on the plan' }).click()
    await page.getByRole('application', { name: /^Piano 2/ }).waitFor()
    await page.getByRole('complementary', { name: 'Lamp 0002' }).waitFor()
  })
})

describe('by touch on a phone', () => {
  it('a tap places the selected lamp, and two fingers zoom without moving lamps', async () => {
    const phone = await journey.comeIn({ hasTouch: true })
    await phone.signIn('installer')
    await phone.page.setViewportSize({ width: 390, height: 844 })
    await phone.goTo(`/plantmaps/${plantId}`)
    const { page } = phone
    await page.getByRole('application', { name: /^Piano 2/ }).waitFor()
    // The plan comes first; the menu of the open plan holds the others.
    expect(await page.getByRole('link', { name: /^Piano 2/ }).isVisible()).toBe(false)
    await page.locator('summary').getByText('Piano 2').tap()
    await page.getByRole('link', { name: /^Piano 2/ }).tap()
    const before = await readPlaces()
    await unlock(phone)
    await choose(phone, '0006').tap()
    const tapped = await pointIn(phone, 0.5, 0.45)
    await page.touchscreen.tap(tapped.x, tapped.y)
    await page.getByText('1 change not saved').waitFor()
    const line = await phone.context.newCDPSession(page)
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => {
      await line.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((at, id) => ({ ...at, id })) })
    }
    const box = await stageOf(phone)
    const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.45]
    await touch('touchStart', [{ x: x - 30, y }])
    await touch('touchStart', [
      { x: x - 30, y },
      { x: x + 30, y },
    ])
    for (const offsetPx of [40, 60, 80])
      await touch('touchMove', [
        { x: x - offsetPx, y },
        { x: x + offsetPx, y },
      ])
    await touch('touchEnd', [])
    await page.getByText('1 change not saved').waitFor()
    await page.getByRole('button', { name: 'Save plan' }).tap()
    await page.getByText('0 changes not saved').waitFor()
    const { 6: placedPlan, ...otherPlaces } = Object.fromEntries(await readPlaces())
    expect(placedPlan).toBeDefined()
    expect(otherPlaces).toEqual(Object.fromEntries(before))
    expect(phone.complaints).toEqual([])
  })
})

describe.runIf(isFullRun)('on the spot with a phone', () => {
  const onPhone = async (name: string) => {
    const phone = await journey.comeIn({ hasTouch: true })
    await phone.signIn(name)
    await phone.page.setViewportSize({ width: 390, height: 844 })
    await phone.goTo(`/plantmaps/${plantId}`)
    return phone
  }
  const tapAt = async (phone: Person, x: number, y: number) => {
    const at = await pointIn(phone, x, y)
    await phone.page.touchscreen.tap(at.x, at.y)
  }
  const isAt = ({ page }: Person, number: string) => page.getByRole('heading', { name: `Lamp ${number}` }).waitFor()

  it('a tap places the blinking lamp for two people, who never share a lamp', async () => {
    const places = await readPlaces()
    const [first, second, third] = Array.from({ length: 12 }, (_, at) => at + 1).filter((addr) => !places.has(addr))
    const number = (addr: number | undefined) => String(addr).padStart(4, '0')
    const [marta, luca] = [await onPhone('installer'), await onPhone('staff')]
    await marta.page.getByRole('button', { name: 'Place while they blink' }).tap()
    await isAt(marta, number(first))
    await marta.page.getByText(/^Blinking for/).waitFor()
    await luca.page.getByRole('button', { name: 'Go on placing' }).tap()
    await isAt(luca, number(second))
    await tapAt(marta, 0.4, 0.5)
    await marta.page.getByRole('button', { name: `Next: lamp ${number(third)} blinks` }).tap()
    await isAt(marta, number(third))
    expect((await readPlaces()).get(first ?? 0)).toBeDefined()
    const before = (await readPlaces()).get(first ?? 0)
    await expectReadable(marta.page)
    await marta.page.getByRole('button', { name: `Back to ${number(first)}` }).tap()
    await isAt(marta, number(first))
    await tapAt(marta, 0.6, 0.5)
    await marta.page.getByRole('button', { name: /^Next/ }).tap()
    await isAt(marta, number(third))
    expect((await readPlaces()).get(first ?? 0)?.x).toBeGreaterThan(before?.x ?? 1)
    await marta.page.getByRole('link', { name: 'Leave' }).tap()
    await marta.page.getByRole('button', { name: 'Go on placing' }).waitFor()
    expect([...marta.complaints, ...luca.complaints]).toEqual([])
  })

  it('a layer is in the address and explains its marks in words', async () => {
    await owner.goTo(`/plantmaps/${plantId}`)
    await owner.page.getByRole('combobox', { name: 'Layer' }).click()
    await owner.page.getByRole('option', { name: 'Test groups' }).click()
    expect(owner.page.url()).toContain('layer=tests')
    await owner.page.getByRole('region', { name: 'Layer' }).getByText(/group/i).first().waitFor()
    await expectReadable(owner.page)
  })

  it('on a phone the plan begins high, and its first chip opens layers and legend', async () => {
    const { page } = owner
    const desk = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await owner.goTo(`/plantmaps/${plantId}`)
    await page.getByRole('application').waitFor()
    expect(await measureFirstContent(page)).toBeLessThanOrEqual(200)
    await page.getByRole('button', { name: 'States' }).click()
    const sheet = page.getByRole('dialog', { name: 'Show on the plan' })
    await sheet.getByRole('region', { name: 'Legend' }).waitFor()
    await expect.poll(() => findSeriousViolations(page)).toEqual([])
    await sheet.getByRole('radio', { name: 'Test groups' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test groups' }).waitFor()
    await page.setViewportSize(desk ?? { width: 1440, height: 900 })
  })
})
