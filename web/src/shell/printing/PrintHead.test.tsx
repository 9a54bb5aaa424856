import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { PrintHead } from './PrintHead.tsx'
import { pageFootCss } from './use-page-foot.ts'

/** A style sheet made by script, which jsdom lacks. */
class Sheet {
  css = ''
  replaceSync(css: string) {
    this.css = css
  }
}

beforeEach(() => {
  vi.stubGlobal('CSSStyleSheet', Sheet)
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'adoptedStyleSheets')
})

const user = { userid: 'ada', name: 'Marta Rinaldi', email: 'marta@demo.vigilux.test' }
const owner = { name: 'Azienda Sanitaria', email: '', phone: '', piva: '' }
const head = { no: 1341, hash: 'a'.repeat(64) }

const print = async (responsible: string | null) => {
  const details = plantWith({ plant: { owner } })
  const { calls } = await renderInPlant(<PrintHead details={details} user={user as never} />, details, ({ action }) =>
    action === 'getLogbookState' ? { items: [], responsible, signed: null, head } : {},
  )
  await waitFor(() => expect(calls.map(({ action }) => action)).toContain('getLogbookState'))
  const sheets = () => document.adoptedStyleSheets as unknown as Sheet[]
  expect(sheets()).toEqual([])
  act(() => void dispatchEvent(new Event('beforeprint')))
  await screen.findByText(/responsible/i)
  return { text: document.querySelector('[data-part="print-head"]')?.textContent, css: () => sheets()[0]?.css ?? '' }
}

test('paper names plant, address and responsible person, and in its foot person, plant id, entry and page', async () => {
  const { text, css } = await print('Ing. Paolo Zanatta')
  expect(text).toMatch(/^Hotel BellavistaAs of .+Azienda Sanitaria, Corso 41, Merano/)
  expect(text).toContain('Responsible: Ing. Paolo Zanatta')
  expect(css()).toMatch(/@bottom-left\{content:"Printed .+ by Marta Rinaldi"/)
  expect(css()).toContain(`@bottom-center{content:"Plant ${plantId} \\b7  logbook entry 1,341"`)
  expect(css()).toContain('@bottom-right{content:"Page " counter(page) " of " counter(pages)')
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(document.adoptedStyleSheets).toEqual([])
})

test('paper says when nobody is responsible', async () => {
  expect((await print(null)).text).toContain('Nobody is named as responsible')
})

test('a name cannot end the text of the foot', () => {
  const css = pageFootCss({ left: 'A"}body{display:none} \\\n', center: '', page: '{n}' })
  expect(css).toContain('content:"A\\22 \\7d body\\7b display:none\\7d  \\5c \\a "')
})
