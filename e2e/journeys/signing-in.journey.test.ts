import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Person, passwordLabel, useProduct } from '../support/people.ts'

/** People who sign in with more than a password. */
const journey = useProduct({ units: [], hostName: 'localhost' })

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The code of an authenticator app with this key, some half minutes from now. */
const codeOf = (key: string, steps: number): string => {
  const bits = [...key].map((letter) => characters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
const password = 'Demo-1234!'
/** The page on which a signed-in person sees the sign-in methods. */
const profileOf = async ({ page }: Person): Promise<string> => {
  const answer = await page.request.get(`${journey.product.url}/api/auth/get-session`)
  const { data } = (await answer.json()) as { data: { userid: string } }
  return `/userprofile/${data.userid}/password`
}

it('a second factor is set up, required and replaced by a single-use recovery code', async () => {
  const person = await journey.comeIn()
  const { page } = person
  await person.signIn('delegate')
  const profile = await profileOf(person)
  await person.goTo(profile)
  const other = await journey.comeIn()
  await other.signIn('delegate')
  await other.goTo(profile)
  await other.page.getByText('Off: the password alone signs you in.').waitFor()

  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Current password/).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = ((await dialog.locator('dd').textContent()) ?? '').replaceAll(' ', '')
  const usedCode = codeOf(key, 0)
  await dialog.getByLabel(/^Code that the app shows/).fill(usedCode)
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const list = dialog.getByRole('list', { name: 'Your recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText(/^On since .* 10 recovery codes left$/).waitFor()
  // The person's other browser shows it, too.
  await other.page.getByText(/^On since .* 10 recovery codes left$/).waitFor()

  const visitor = await journey.comeIn()
  const form = visitor.page
  const typePassword = async () => {
    await visitor.goTo('/login')
    await form.getByLabel('E-mail').fill('delegate@demo.vigilux.test')
    await form.getByLabel(passwordLabel).fill(password)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await form.getByRole('heading', { name: 'Second factor' }).waitFor()
  }
  await typePassword()
  const code = form.getByLabel(/^Code/)
  await code.fill(usedCode)
  await code.press('Enter')
  await form.getByText('This code is wrong or was already used.', { exact: false }).waitFor()
  await code.fill(codeOf(key, 1))
  await code.press('Enter')
  await form.getByRole('navigation', { name: 'Main menu' }).waitFor()

  await visitor.context.clearCookies()
  await form.reload()
  await typePassword()
  await code.fill((codes[0] ?? '').toLowerCase())
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await form.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page.getByText(/9 recovery codes left$/).waitFor()
  expect([...person.complaints, ...other.complaints]).toEqual([])
})

it('a passkey signs in by button and by autofill until it is removed', async () => {
  const person = await journey.comeIn()
  const { page } = person
  const devtools = await person.context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  const touch = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const menu = page.getByRole('navigation', { name: 'Main menu' })

  await person.signIn('basic')
  await person.goTo(await profileOf(person))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Office key')
  await dialog.getByLabel(/^Current password/).fill(password)
  await touch(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Passkey “Office key”').waitFor()
  await page.getByText(/never used$/).waitFor()

  await touch(false)
  await person.context.clearCookies()
  await page.reload()
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  await touch(true)
  // The browser offers the passkey beside the address, or the button requests it; the first one signs in.
  await button.click({ timeout: 5_000 }).catch(() => undefined)
  await menu.waitFor()
  await person.goTo(await profileOf(person))
  await page.getByText(/· used /).waitFor()

  await page.getByRole('button', { name: 'More about passkey “Office key”' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel(/^Name/).fill('Old key')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'More about passkey “Old key”' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await touch(false)
  await dialog.getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByText(/^No passkeys\./).waitFor()

  await person.context.clearCookies()
  await page.reload()
  await button.waitFor()
  await touch(true)
  await button.click()
  await page.getByText('This passkey does not work here.', { exact: false }).waitFor()
})
