import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { typstTypesetter } from '../../adapters/typesetting/typst-typesetter.ts'
import type { ReportContent } from './collect-report.ts'
import { renderReport } from './render-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
const never = new AbortController().signal

const contentOf = (rows: number, description = 'Corridoio nord, porta 212'): ReportContent => ({
  plantname: 'Szkoła Příliš Åse Ελλάδα 💡',
  address: 'Via Sant’Ambrogio 12, 31100 Treviso (TV)',
  owner: 'Demo Sanità <script>',
  timezone: 'Europe/Rome',
  test: {
    id: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b10',
    cu: 'logica_0A1B01',
    kind: 'functional',
    trigger: 'user',
    state: 'finished',
    reason: null,
    requestedBy: 'Demo Installer',
    requestedAt: '2026-03-29T00:30:00.000Z',
    startedAt: '2026-03-29T00:30:01.000Z',
    endedAt: '2026-03-29T01:10:00.000Z',
    expectedEndAt: null,
    total: rows,
    passed: rows - 1,
    failed: 1,
    notExecuted: 0,
    commandId: null,
    clockWrong: false,
  },
  results: Array.from({ length: rows }, (_, index) => ({
    cu: 'logica_0A1B01',
    lamp: index + 1,
    serial: 'A1B2C3',
    description,
    location: 'Piano 2',
    result: index === 0 ? ('failed' as const) : ('passed' as const),
    reason: index === 0 ? ('lamp_failure' as const) : null,
    measured_s: null,
    rated_min: null,
    at: '2026-03-29T01:05:00.000Z',
    clockWrong: false,
  })),
  resultFilter: null,
  madeAt: new Date('2026-03-29T08:00:00Z'),
})

const words = (language: string) =>
  JSON.parse(readFileSync(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as { clockWrong: string }
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const render = async (content: ReportContent, language: (typeof languages)[number]) => {
  const pdf = await renderReport(content, language, typstTypesetter(), never)
  const path = join(folder, `${language}.pdf`)
  writeFileSync(path, pdf)
  return { pdf, path, text: execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }) }
}

describe('the report on paper', () => {
  it.each(languages)('says in %s where the unit’s clock was wrong that the times prove nothing', async (language) => {
    const sound = contentOf(1)
    const { clockWrong } = words(language)
    expect(plain((await render(sound, language)).text)).not.toContain(clockWrong)
    const wrong = { ...sound, test: { ...sound.test, clockWrong: true } }
    expect(plain((await render(wrong, language)).text)).toContain(clockWrong)
  })

  it('is a sound, tagged PDF/A-2a with every row, page n of m and the plant time with its zone', async () => {
    const { path, pdf, text } = await render(contentOf(60), 'en')
    execFileSync('qpdf', ['--check', path], { stdio: 'pipe' })
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged:\s+yes/)
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/pdfaid:part>2</)
    expect(text).toContain('Page 1 of 3')
    expect(text).toContain('Page 3 of 3')
    expect(text.match(/A1B2C3/g)).toHaveLength(60)
    expect(text).toContain('Failed: lamp does not light')
    expect(text).toMatch(/CEST|GMT\+2/)
  })

  it('names signs that the font lacks instead of leaving a box, and takes markup for what it is', async () => {
    const { text } = await render(contentOf(1, '#panic("x") *bold* $x$ 🚪'), 'pl')
    expect(text).toContain('Szkoła Příliš Åse Ελλάδα [U+1F4A1]')
    expect(text).toContain('<script>')
    expect(text).toMatch(/#panic\("x"\)/)
    expect(text).toContain('[U+1F6AA]')
  })

  it.each(languages)('is in the words of the reader: %s', async (language) => {
    const { text } = await render(contentOf(1), language)
    const words = (await import(`./locales/${language}.json`)) as { default: { summary: { failed: string } } }
    expect(text).toContain(words.default.summary.failed)
  })

  it.each([
    ['unit_removed', 'Stopped: unit removed or replaced'],
    ['stopped_by_user', 'Stopped'],
  ])('says what stopped a test, where it was no person: %s', async (reason, shown) => {
    const content = contentOf(1)
    const { text } = await render({ ...content, test: { ...content.test, state: 'stopped', reason } }, 'en')
    expect(text).toMatch(new RegExp(`State +${shown}$`, 'm'))
  })

  it('says so when there is nothing to list', async () => {
    const { text } = await render({ ...contentOf(1), results: [] }, 'en')
    expect(text).toContain('No results.')
  })
})
