import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const values = {
  sender: 'Installer <b>',
  plant: 'Tower\r\nBcc: all@example.test',
  role: 'clientOwner',
  expires: '2026-12-05T10:00:00.000Z',
  url: 'https://plants.example.test/#/home?invite=1&inviteType=clientOwner',
}

test.each(languages)('an invitation in %s says everything in that language', async (language) => {
  const { subject, text, html } = await renderMail({ language, template: 'invitation', values })
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text).toContain(values.url)
  expect(text).not.toMatch(/\{\{|clientOwner\.|2026-12-05T/)
  expect(text).toContain('2026')
  expect(html).toContain('Installer &#60;b&#62;')
})

test('the role and the last day are in the words of the reader', async () => {
  const { text } = await renderMail({ language: 'de', template: 'invitation', values })
  expect(text).toContain('Ihre Rolle: Betreiber')
  expect(text).toContain('5. Dezember 2026')
})
