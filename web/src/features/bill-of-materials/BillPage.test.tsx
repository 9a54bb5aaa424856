import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computeBom } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { workbookOf } from '../../shared/table/workbook.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { sampleProduct } from '../../testing/product.ts'
import { BluetoothBillPage, WiredBillPage } from './BillPage.tsx'
import { createBillSheets } from './bill-sheets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const battery = { ...sampleProduct.product, ...sampleProduct.parts[0]?.product, nodeTypes: [], batteryCode: null }
const products = new Map([
  ['ST-24', { ...sampleProduct.product, nodeTypes: ['emergency' as const] }],
  ['415.009', { ...battery, parts: [] }],
])
const unpricedBill = computeBom(
  [
    { unit: 'imagined_0A1B2C', code: 'ST-24', type: 'emergency', count: 4 },
    { unit: 'imagined_0A1B2D', code: 'ST-24', type: 'emergency', count: 3 },
    { unit: 'imagined_0A1B2D', code: '7F10', type: 'lighting', count: 2 },
  ],
  [
    { code: 'ST-24', errors: ['battery_short'], failedTests: [] },
    { code: '7F10', errors: ['led_open'], failedTests: [] },
  ],
  products,
)
const pricedBill: Bill = {
  ...unpricedBill,
  lines: unpricedBill.lines.map((line) => (line.product ? { ...line, price: { cents: 6400, version: 1 } } : line)),
  parts: unpricedBill.parts.map((part) => ({ ...part, price: { cents: null, version: 0 } })),
  prices: { currency: 'EUR', shownToClients: false, version: 3 },
}

/** Lamps of the unknown product come in two answers; the test can delay the second. */
let secondAnswer: Promise<void> = Promise.resolve()
const lampsFrom = async (after: unknown) => {
  if (after) await secondAnswer
  const at = { cu: 'imagined_0A1B2D', id: after ? 10 : 9 }
  return { lamps: [{ ...at, product_code: '7F10' }], total: 2, next: after ? null : at }
}
const open = (bill: Bill, role: PlantRole = 'installerAdministrator') =>
  renderInPlant(<WiredBillPage />, plantWith({ plant: { role } }), ({ action, productCode, after }) => {
    if (action === 'getBillOfMaterials') return bill
    if (action === 'getLamps') return lampsFrom(after)
    if (action === 'getBatteryOutlook') return { needed: [], outlook: null }
    if (action === 'savePrice') return productCode === 'ST-24' ? refusal('CHANGED_MEANWHILE') : { version: 1 }
    return refusal('PRODUCT_NOT_FOUND')
  })
const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent

test('the bill counts by product and unit, with unknown codes and a total', async () => {
  await open(unpricedBill, 'clientOwner')
  expect(await row(/Stile LED 24 W ST-24/)).toMatch(/ST-24VLX-ST-24415\.009437Page$/)
  expect(await row(/Unknown product/)).toMatch(/7F10–––22$/)
  expect(screen.getByText('Counted from 9 devices')).toBeTruthy()
  expect(screen.getByText(/All shown/).textContent).toContain('9')
  expect(screen.getByText(/The same total as in the device list/)).toBeTruthy()
  const parts = screen.getByRole('region', { name: 'Spare parts needed now' })
  expect(within(parts).getByRole('row', { name: /415\.009/ }).textContent).toContain('Battery: short circuit: 1')
  expect(within(parts).getByText('1 fault needs no part from the catalogue.')).toBeTruthy()
})

test('a bill without prices does not mention prices', async () => {
  await open(unpricedBill, 'clientOwner')
  await row(/Stile LED 24 W ST-24/)
  expect(document.body.textContent).not.toMatch(/price|€/i)
})

test('prices are summed and edited, and an invalid amount is refused at its field', async () => {
  const { calls } = await open(pricedBill)
  expect(await row(/Stile LED 24 W ST-24/)).toContain('€64.00€448.00')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Set price · Price of NiCd/ }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByRole('textbox')
  await user.type(field, '-3')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('An amount of 0 or more with at most two decimals.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '38,5')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const savedPrice = { plantId, productCode: '415.009', cents: 3850, version: 0 }
  await vi.waitFor(() => expect(calls.find(({ action }) => action === 'savePrice')).toMatchObject(savedPrice))
})

test('a price reader sees them as text, and settings show the reason', async () => {
  await open(pricedBill, 'installerReadOnly')
  expect(await row(/Stile LED 24 W ST-24/)).toContain('€64.00')
  expect(screen.queryByRole('button', { name: /Price of/ })).toBeNull()
  expect(screen.getByText(/Prices are hidden from the client/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change' }).getAttribute('aria-disabled')).toBe('true')
})

test('all lamps of an unknown product are named at once, also from a second answer', async () => {
  const heldResponse = Promise.withResolvers<void>()
  secondAnswer = heldResponse.promise
  const { calls } = await open(unpricedBill, 'installerStaff')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Name it' }))
  await vi.waitFor(() => expect(calls.filter(({ action }) => action === 'getLamps')).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
  heldResponse.resolve()
  const dialog = await screen.findByRole('dialog', { name: 'Name the product' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Product code' }), 'ST-8')
  await user.click(within(dialog).getByRole('button', { name: 'Set product' }))
  const lamps = [{ topic: 'imagined_0A1B2D', addr: [9, 10] }]
  await vi.waitFor(() =>
    expect(calls.filter(({ action }) => action === 'updateProductCode')).toMatchObject([
      { lamps, productCode: 'ST-8' },
    ]),
  )
})

test('the workbook holds the totals and keeps formula-like text as text', async () => {
  const [line] = unpricedBill.lines
  const unsafeBill = {
    ...pricedBill,
    lines: [...pricedBill.lines, { ...line, code: '=1+1', product: null, units: {}, types: {}, total: 0 }],
  }
  const t = ((key: string) => key) as never
  const sheets = createBillSheets(unsafeBill, t)
  expect(sheets[0]?.cells.at(-1)).toEqual([
    { value: 'inAll', type: String },
    null,
    null,
    null,
    { value: 4, type: Number },
    { value: 5, type: Number },
    { value: 9, type: Number },
    null,
    { value: 448, type: Number },
  ])
  expect(sheets[0]?.cells.flat()).toContainEqual({ value: '=1+1', type: String })
  const workbook = new Uint8Array(await (await workbookOf(sheets)).arrayBuffer())
  expect(String.fromCharCode(workbook[0] ?? 0, workbook[1] ?? 0)).toBe('PK')
})

test.each([
  { what: 'wired', Page: WiredBillPage, expectedText: /Once a central unit has found its devices/ },
  { what: 'Bluetooth', Page: BluetoothBillPage, expectedText: /once a gateway has found them\. A gateway is added/ },
])('an empty $what bill says what it waits for', async ({ Page, expectedText }) => {
  await renderInPlant(<Page />, plantWith(), () => computeBom([], [], products))
  expect(await screen.findByText(expectedText)).toBeTruthy()
})
