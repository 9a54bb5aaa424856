import { readFileSync } from 'node:fs'
import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { describe, expect, test } from 'vitest'
import type { MailRequest } from '../../ports/mail.ts'
import { renderMail } from './render-mail.ts'

const invitation = {
  sender: 'Studio Demo',
  plant: 'Hotel Bellavista',
  role: 'role.installerStaff',
  expires: '2026-12-05T23:30:00.000Z',
  zone: 'Europe/Rome',
  url: 'https://vigilux.test/#/home?invite=T&inviteType=installerStaff',
}

const accessEnd = {
  person: 'Ada Demo',
  plant: 'Hotel Bellavista',
  zone: 'Europe/Rome',
  lastDay: '2026-12-31',
  url: 'https://vigilux.test/#/plantusers/1',
}

const samples: Record<MailRequest['template'], Record<string, string>> = {
  verificationCode: { code: '123456' },
  passwordReset: { code: '123456' },
  invitation,
  accountVerified: { url: 'https://vigilux.test' },
  accountSuspended: { reason: 'The VAT number was struck off.' },
  companyJoined: { company: 'Rossi SpA' },
  passkeyAdded: { name: 'Office key' },
  passkeyRemoved: { name: 'Office key' },
  emailChangeCurrent: { code: '123456', address: 'new@b.test' },
  emailChangeNew: { code: '123456' },
  emailInUse: {},
  emailChanged: { address: 'new@b.test' },
  secondFactorOn: {},
  secondFactorOff: {},
  recoveryCodesRenewed: {},
  recoveryCodeUsed: { left: '9' },
  plantReport: {
    plant: 'Hotel Bellavista',
    verdict: '4 lamps failed',
    period: 'Last 3 months',
    url: 'https://vigilux.test/#/plantreport/1',
  },
  accessEnds: accessEnd,
  memberEnds: accessEnd,
  tokenEnds: { token: 'Energy board', expires: '2026-12-05T23:30:00.000Z', url: 'https://vigilux.test/#/userprofile' },
  plantTokenEnds: {
    token: 'Energy board',
    plant: 'Hotel Bellavista',
    expires: '2026-12-05T23:30:00.000Z',
    zone: 'Europe/Rome',
    url: 'https://vigilux.test/#/plantgeneral/1?tab=programs',
  },
  ownerNoAdministrator: { lines: '["Hotel Bellavista, Merano"]', url: 'https://vigilux.test' },
  officeNoAdministrator: { lines: '["Hotel Bellavista, Merano"]', url: 'https://vigilux.test/#/ntosummary' },
  notice: {
    plant: 'Hotel Bellavista',
    kind: 'Fault',
    headline: 'A, lamp 1, battery',
    subject: 'Fault: A, lamp 1, battery – Hotel Bellavista',
    state: 'problem',
    zone: 'Europe/Rome',
    lines: '["A: lamp 1","B: lamp 2"]',
    url: 'https://vigilux.test/#/x',
    settingsUrl: 'https://vigilux.test/#/y',
    unsubscribeUrl: 'https://vigilux.test/unsubscribe/t',
  },
  escalation: {
    plant: 'Hotel Bellavista',
    kind: 'Escalation: Fault',
    headline: 'A, lamp 1, battery',
    subject: 'Escalation: Fault: A, lamp 1, battery – Hotel Bellavista',
    state: 'problem',
    zone: 'Europe/Rome',
    lines: '["A: lamp 1","B: lamp 2"]',
    head: 'Escalation, 2 of 3',
    before: 'Notified before you: Ada',
    next: 'You are the last person to be notified.',
    url: 'https://vigilux.test/#/x',
    settingsUrl: 'https://vigilux.test/#/y',
    openUrl: 'https://vigilux.test/#/z',
  },
  week: {
    kind: 'Your week',
    state: 'information',
    headline: '1 of 3 plants does not meet every rule',
    subject: 'Your week: 1 of 3 plants does not meet every rule',
    plant: 'Week of Mon 30 Nov',
    lines: '["Hotel Bellavista, 2 rules not met"]',
    url: 'https://vigilux.test/#/home',
    settingsUrl: 'https://vigilux.test/#/y',
  },
  officeInvitation: {
    url: 'https://vigilux.test/#/setpassword?email=a%40b.test&link=S',
    hours: '72',
    expires: '2026-12-05T23:30:00.000Z',
  },
  accountRefused: { reason: 'The VAT number is not registered.' },
}

const textsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as Record<string, unknown>

describe.each(languages)('%s', (language) => {
  test.each(Object.keys(samples) as MailRequest['template'][])('%s uses every value without gaps', async (template) => {
    const { subject, text, html } = await renderMail({ language, template, values: samples[template] })
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|role\./)
    const { role, expires, lastDay, person, lines, state: _, ...mailValues } = samples[template]
    for (const value of Object.values(mailValues)) expect(text).toContain(value)
    for (const line of JSON.parse(lines ?? '[]') as string[]) expect(text).toContain(`- ${line}`)
    // The mail does not repeat the member's own name.
    if (person && template !== 'accessEnds') expect(text).toContain(person)
    if (lastDay) expect(text).toMatch(/31.* 2026/)
    expect(lastDay === undefined || !text.includes(lastDay)).toBe(true)
    expect(expires === undefined || !text.includes(expires)).toBe(true)
    expect(role === undefined || !text.includes(role)).toBe(true)
  })

  test('shows the time zone where there are times', async () => {
    const paragraphs = async (zone: string) => {
      const { text } = await renderMail({ language, template: 'notice', values: { ...samples.notice, zone } })
      return text.split('\n\n')
    }
    const [timedParagraphs, untimedParagraphs] = [await paragraphs('Europe/Rome'), await paragraphs('')]
    expect(untimedParagraphs).toEqual(timedParagraphs.filter((paragraph) => !paragraph.includes('Europe/Rome')))
    expect(untimedParagraphs).toHaveLength(timedParagraphs.length - 1)
  })

  test('has a text for every role', () => {
    expect(Object.keys(textsOf(language).role as object).toSorted()).toEqual(plantRoles.toSorted())
  })
})

test('role and day are in the language of the receiver', async () => {
  const { text } = await renderMail({ language: 'de', template: 'invitation', values: invitation })
  expect(text).toContain('Errichter-Mitarbeiter')
  expect(text).toMatch(/6\. Dezember 2026.*00:30 MEZ/)
  const polish = await renderMail({ language: 'pl', template: 'invitation', values: invitation })
  expect(polish.text).toContain('6 grudnia 2026')
})

test.each([
  ['Europe/Rome', '6 December 2026 at 00:30 CET, by the clock of the plant (Europe/Rome)'],
  ['America/New_York', '5 December 2026 at 18:30 GMT-5, by the clock of the plant (America/New_York)'],
  // A stored mail without the plant's zone, and an unknown zone.
  [undefined, '5 December 2026 at 23:30 UTC, by the clock of the plant (UTC)'],
  ['Mars/Olympus', '5 December 2026 at 23:30 UTC, by the clock of the plant (UTC)'],
])('a time of a plant has its named zone: %s', async (zone, timeText) => {
  const { zone: _, ...values } = invitation
  const { text } = await renderMail({
    language: 'en',
    template: 'invitation',
    values: { ...values, ...(zone && { zone }) },
  })
  expect(text.replaceAll('\u202f', ' ')).toContain(timeText)
})

test('typed text is escaped', async () => {
  const values = {
    ...invitation,
    sender: '<b>x</b>',
    plant: '"><img src=x onerror=alert(1)>',
    url: 'https://x.test/"><script>',
  }
  const { html } = await renderMail({ language: 'en', template: 'invitation', values })
  expect(html).not.toMatch(/<b>x|<img|<script/)
  expect(html).toContain('&#60;b&#62;x')
})

test('a name cannot inject a header or paragraph', async () => {
  const values = { ...invitation, sender: 'Demo\r\nBcc: all@vigilux.test', plant: 'A\u2028B\nC' }
  const { subject, text } = await renderMail({ language: 'en', template: 'invitation', values })
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(text).not.toMatch(/^Bcc:/m)
})

test('a value cannot insert another value', async () => {
  const { text } = await renderMail({
    language: 'en',
    template: 'invitation',
    values: { ...invitation, plant: '{{url}}' },
  })
  expect(text.split(invitation.url).length - 1).toBe(1)
})

test('a refusal without a reason has no empty paragraph', async () => {
  const { html } = await renderMail({ language: 'en', template: 'accountRefused', values: { reason: '' } })
  expect(html).not.toContain('<p></p>')
})

test('a list line cannot inject a header, element or line', async () => {
  const values = { ...samples.notice, lines: JSON.stringify(['A\r\nBcc: all@vigilux.test', '<img src=x>']) }
  const { text, html } = await renderMail({ language: 'en', template: 'notice', values })
  expect(text).toContain('- A Bcc: all@vigilux.test\n- <img src=x>')
  expect(html).not.toContain('<img')
})

test.each(languages)(
  'no address is written out in the HTML part, and each is a link with words: %s',
  async (language) => {
    for (const template of Object.keys(samples) as MailRequest['template'][]) {
      const { html } = await renderMail({ language, template, values: samples[template] })
      expect(html.replaceAll(/<[^>]*>/g, ' '), template).not.toContain('https://')
      const links = [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, words]) => words?.trim())
      expect(
        links.filter((words) => !words),
        template,
      ).toEqual([])
      const addresses = Object.entries(samples[template]).filter(([name]) => /url$/i.test(name))
      expect(links, template).toHaveLength(addresses.length)
    }
  },
)

test.each([
  ['problem', '✕ Fault'],
  ['restored', '✓ Fault'],
])('a notice shows its state as a sign and a word: %s', async (state, band) => {
  const values = { ...samples.notice, state }
  const { html, subject } = await renderMail({ language: 'en', template: 'notice', values })
  expect(html).toContain(band)
  expect(html).toContain(`class="m-${state}"`)
  expect(subject).toBe('Fault: A, lamp 1, battery – Hotel Bellavista')
  expect(html).toMatch(/<h1 [^>]*>A, lamp 1, battery<\/h1><p class="m-quiet" [^>]*>Hotel Bellavista<\/p>/)
  expect(html).toMatch(/class="m-button" href="https:[^"]+"[^>]*>See details<\/a>/)
})

test('a weekly mail without lines has its verdict as title, and no empty list', async () => {
  const { lines: _, ...values } = samples.week
  const { html, text, subject } = await renderMail({ language: 'en', template: 'week', values })
  expect(subject).toBe('Your week: 1 of 3 plants does not meet every rule')
  expect(html).toMatch(/<h1 [^>]*>1 of 3 plants does not meet every rule<\/h1><p [^>]*>Week of Mon 30 Nov<\/p>/)
  expect(html).not.toContain('class="m-row"')
  expect(text).not.toMatch(/\n{3}/)
})
