import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { sampleProduct } from '../../testing/product.ts'
import { ScanPage } from './ScanPage.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const noResults = { plants: [], units: [], lamps: [], rooms: [], scenes: [], people: [] }
const inPlant = { plant_id: plantId, plantname: 'Hotel Bellavista', role: 'installerStaff' }
const lamp = {
  ...inPlant,
  topic: 'imagined_0A1B2C',
  addr: 7,
  serial: 'A1B2C3',
  description: 'Exit east',
  location: 'Stairs',
  condition: 'error',
}

const openScan = async (typedText: string, found: object = noResults) => {
  const page = await renderInPlant(<ScanPage />, plantWith(), ({ action, productId }) => {
    if (action === 'getProductInfo') return productId === 'ST-24' ? sampleProduct : refusal('PRODUCT_NOT_FOUND')
    return action === 'findAnything' ? found : { plants: [{ ...inPlant, plantname: 'Villa Aurora' }] }
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Or type a serial or code' }), `${typedText}{Enter}`)
  return page
}

test('a lamp shows its number, place and plant and links to its page', async () => {
  await openScan('sn: a1b2c3', { ...noResults, lamps: [lamp, { ...lamp, addr: 8, serial: 'A1B2C30' }] })
  const link = await screen.findByRole('link', { name: 'Lamp 0007 of unit 0A1B2C · Exit east' })
  expect(link.getAttribute('href')).toContain('imagined_0A1B2C.7')
  expect(screen.getByText('Hotel Bellavista · Stairs')).toBeTruthy()
  expect(screen.queryByText(/Lamp 0008/)).toBeNull()
})

test('an unknown serial can start the list of a plant with permission to add lamps', async () => {
  const { router } = await openScan('A1B2C4')
  expect(await screen.findByText('None of your plants has a lamp or unit with this serial.')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Add as a lamp to a plant …' }))
  await user.click(await screen.findByRole('option', { name: 'Villa Aurora' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toContain('qrlamps'))
  expect(localStorage.getItem(`vigilux.scans.ada.${plantId}`)).toContain('A1B2C4')
})

test('the scan names products, codes missing from the catalogue and unknown codes', async () => {
  await openScan('https://vigilux.test/#/qr/ST-24')
  expect(await screen.findByRole('link', { name: sampleProduct.product.name })).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Or type a serial or code' })
  await userEvent.type(field, 'https://vigilux.test/#/qr/NONE-1{Enter}')
  expect(await screen.findByText('The catalogue has no product with this code.')).toBeTruthy()
  await userEvent.type(field, 'hello{Enter}')
  expect(await screen.findByText('Not a code of a lamp, central unit or product.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

/** A fake camera with or without a lamp; its track ends on request of the test. */
const camera = (hasLamp: boolean) => {
  const constraints: unknown[] = []
  const track = Object.assign(new EventTarget(), {
    stop: () => undefined,
    getCapabilities: () => (hasLamp ? { torch: true } : {}),
    applyConstraints: async ({ advanced }: { advanced: unknown[] }) => void constraints.push(...advanced),
  })
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  const mediaDevices = { getUserMedia: async () => stream }
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  return { constraints, lose: () => track.dispatchEvent(new Event('ended')) }
}

test('a lost camera keeps the list and the text field', async () => {
  const { lose, constraints } = camera(true)
  await openScan('A1B2C3', { ...noResults, lamps: [lamp] })
  await screen.findByText(/Lamp 0007/)
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Light on' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Light off' }))
  expect(constraints).toEqual([{ torch: true }, { torch: false }])
  lose()
  await screen.findByText('The camera has stopped. The list is kept; start it again, or type the serial.')
  expect(screen.getByText(/Lamp 0007/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Or type a serial or code' }), 'ST-24{Enter}')
  await screen.findByText(/ST-24/)
})

test('a camera without a torch offers no light', async () => {
  camera(false)
  await openScan('A1B2C3', { ...noResults, lamps: [lamp] })
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  await screen.findByLabelText('What the camera sees')
  expect(screen.queryByRole('button', { name: 'Light on' })).toBeNull()
})

test('a frame that cannot be read is released, and the scan goes on with the next', async () => {
  camera(false)
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    throw new Error('no memory')
  })
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close }))
  await openScan('A1B2C3', { ...noResults, lamps: [lamp] })
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  await vi.waitFor(() => expect(close.mock.calls.length).toBeGreaterThan(1), 3_000)
})
