import { expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type Person, passwordLabel, useProduct } from '../support/people.ts'

/** The operator adds the first office account of an installation, and its person opens the office. */
const journey = useProduct({ units: [] })
const email = 'ida@office.test'
const password = 'Office-1234!'

/** Runs the command; with a mail server in its settings it sends links, otherwise it prints them. */
const command = (args: string[], settings: Record<string, string> = {}) =>
  runOperatorCommand('office', args, journey.product.config, { PUBLIC_URL: journey.product.url, ...settings })
/** The demo shows the mail, and no server is contacted. */
const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:9' }
const add = (...options: string[]) => ['add', email, '--name', 'Ida', '--surname', 'Moser', ...options]

const mailedLink = async (): Promise<string> => {
  let link: string | undefined
  await pollUntil('the mail', async () => {
    const answer = await fetch(`${journey.product.url}/dev/mail.json`)
    const { mails } = (await answer.json()) as { mails: { to: string; text: string }[] }
    link = mails.find(({ to }) => to === email)?.text.match(/https?:\/\/\S+link=\S+/)?.[0]
    return link !== undefined
  })
  return link ?? ''
}
const fillPassword = async ({ page }: Person) => {
  await page.getByLabel(passwordLabel).fill(password)
  await page.getByLabel(/^Password again/).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}
const signIn = async ({ page }: Person) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(passwordLabel).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

let office: Person

it('the person of a new office account sets the password with the mailed link, and opens the office', async () => {
  const { stdout } = await command(add('--scope', 'nto'), mailSettings)
  expect(stdout).toMatch(/^The server mails ida@office\.test a link .* once, within 72 hours, until .* UTC\.\n$/)
  const link = await mailedLink()
  office = await journey.comeIn()
  const { page } = office
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set your password' }).waitFor()
  await fillPassword(office)
  await page.getByText('The new password is set. Sign in with it.').waitFor()
  await signIn(office)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await office.goTo('/ntopendingusers')
  await page.getByRole('heading', { level: 1, name: 'Users to verify' }).waitFor()
  await office.goTo('/ntosecurity')
  await page.getByText('Office account added').first().waitFor()
  await page.getByText('Ida Moser').first().waitFor()
  expect((await command(['list'])).stdout).toContain('ida@office.test  Ida Moser  nto  has a password\n')

  const late = await journey.comeIn()
  await late.page.goto(link)
  await fillPassword(late)
  await late.page.getByText('This link was used already', { exact: false }).waitFor()
  await late.page.getByRole('link', { name: 'Ask for a code by mail' }).waitFor()
  expect(office.complaints).toEqual([])
})

it('an address with an account is refused, and a command with mistakes names each of them', async () => {
  await expect(command(add('--scope', 'ba', '--area', 'IT:BZ'))).rejects.toMatchObject({
    code: 1,
    stderr: 'ida@office.test has an account already; nothing was changed\n',
  })
  await expect(command(['add', 'rubbish', '--scope', 'all', '--name', 'Ida'])).rejects.toMatchObject({
    code: 2,
    stderr: 'The address is not an e-mail address\n--scope must be nto or ba\n--surname is required\n',
  })
  await expect(command(['invite', email])).rejects.toMatchObject({ code: 1, stderr: /has a password already/ })
})

it('an account of a business area has a printed link, and another one on request', async () => {
  const area = ['bea@office.test', '--name', 'Bea', '--surname', 'Valli', '--scope', 'ba', '--area', 'IT:BZ']
  const printed = (await command(['add', ...area])).stdout
  const link = /^http\S+link=\S+$/m.exec(printed)?.[0]
  const invited = (await command(['invite', 'bea@office.test'])).stdout
  const otherLink = /^http\S+link=\S+$/m.exec(invited)?.[0] ?? ''
  expect(otherLink).not.toBe(link)
  const person = await journey.comeIn()
  await person.page.goto(otherLink)
  await fillPassword(person)
  await person.page.getByText('The new password is set. Sign in with it.').waitFor()
  expect((await command(['list'])).stdout).toContain('bea@office.test  Bea Valli  ba IT:BZ  has a password\n')
})

it('a removed account has no session any more and cannot sign in', async () => {
  expect((await command(['remove', email])).stdout).toMatch(/^ida@office\.test was removed/)
  const { page } = office
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
  await signIn(office)
  await page.getByText('Wrong email or password', { exact: false }).waitFor()
  const api = await createApiClient(journey.product.url).signIn('nto')
  await pollUntil('the name to be replaced', async () => {
    const { events } = await api.call('getSecurityEvents', { kind: 'OFFICE_REMOVED' })
    return events.some(({ name, address }) => name?.startsWith('N.N. ') && address === 'operator')
  })
  expect((await command(['list', '--json'])).stdout).not.toContain(email)
})
