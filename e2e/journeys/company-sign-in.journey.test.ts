import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyReturnPath } from '../../server/src/ports/company-provider.ts'
import { openTestProvider, type TestProvider, testClient } from '../../server/src/testing/test-provider.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { passwordLabel, useProduct } from '../support/people.ts'

/** People whose company has its own sign-in, which the operator has connected. */
const journey = useProduct({ units: [] })
let provider: TestProvider
let hospital: string

const command = (...args: string[]) =>
  runOperatorCommand('company-sign-in', args, journey.product.config, { CLIENT_SECRET: testClient.clientSecret })
const connect = (...args: string[]) =>
  command(
    'connect',
    'Rossi SpA',
    '--domain',
    'rossi.test',
    '--issuer',
    provider.issuer,
    '--profile',
    'installer',
    '--client-id',
    testClient.clientId,
    ...args,
  )

beforeAll(async () => {
  provider = await openTestProvider(`${journey.product.url}${companyReturnPath}`)
  const api = await createApiClient(journey.product.url).signIn('installer')
  hospital = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
})
afterAll(() => provider?.stop())

const invitationOf = async (address: string): Promise<string> => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await api.call('invitaCollab', { plantId: hospital, email: address, role: 'installerStaff' })
  let link: string | undefined
  await pollUntil('the invitation', async () => {
    const { mails } = (await (await fetch(`${journey.product.url}/dev/mail.json`)).json()) as {
      mails: { to: string; text: string }[]
    }
    link = mails.find(({ to }) => to === address)?.text.match(/https?:\/\/\S+invite=\S+/)?.[0]
    return link !== undefined
  })
  return link ?? ''
}

const anna = {
  sub: 'anna',
  email: 'anna@rossi.test',
  email_verified: true,
  given_name: 'Anna',
  family_name: 'Rossi',
}

it('an operator sees why a provider is refused and connects a company', async () => {
  await expect(command('connect', 'Rossi SpA', '--domain', 'no domain', '--profile', 'admin')).rejects.toThrow(
    /--domain is not a domain[\s\S]*--issuer must be an https address[\s\S]*--profile must be one of installer, client, basic/,
  )
  const office = ['connect', 'Vigilux', '--domain', 'demo.vigilux.test', '--issuer', provider.issuer]
  const asOffice = [...office, '--client-id', testClient.clientId, '--profile', 'client', '--passwords-off']
  await expect(command(...asOffice)).rejects.toThrow(/Passwords stay on: the office signs in as ba@.*nto@/)
  expect((await connect('--passwords-off')).stdout).toBe('Rossi SpA is connected: rossi.test\n')
  const listOutput = (await command('list', '--json')).stdout
  expect(JSON.parse(listOutput)).toMatchObject({ name: 'Rossi SpA', domains: ['rossi.test'], passwords: false })
  expect(listOutput).not.toContain('ecret')
})

it('an invitation leads through the company sign-in to a new account and its acceptance', async () => {
  const link = await invitationOf('anna@rossi.test')
  provider.state.visitor = anna
  const { page } = await journey.comeIn()
  await page.goto(link)
  await page.getByLabel('E-mail').fill('anna@rossi.test')
  const companyButton = page.getByRole('button', { name: 'Continue with Rossi SpA' })
  await companyButton.waitFor()
  expect(await page.getByLabel(passwordLabel).count()).toBe(0)

  provider.state.trouble = { path: '/.well-known/openid-configuration', kind: 'failing' }
  await companyButton.click()
  await page.getByText('The company’s sign-in does not answer.', { exact: false }).waitFor()
  provider.state.trouble = null
  await companyButton.click()
  await page.getByRole('heading', { level: 1, name: 'Before you start' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('checkbox', { name: /16/ }).check()
  await page.getByRole('checkbox', { name: /terms/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Accept the invitation to Ospedale', exact: false }).click()
  await page.getByRole('link', { name: 'Ospedale', exact: false }).first().waitFor()
})

it('a deep link opens after the company sign-in, and Back shows no form', async () => {
  const person = await journey.comeIn()
  const { page } = person
  provider.state.visitor = anna
  await person.goTo(`/plantusers/${hospital}`)
  await page.getByLabel('E-mail').fill('Anna@Rossi.test')
  await page.getByRole('button', { name: 'Continue with Rossi SpA' }).waitFor()
  await page.getByLabel('E-mail').press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/plantusers/${hospital}`)
  await page.getByRole('main').getByText('Anna Rossi').first().waitFor()
  expect(person.complaints).toEqual([])
})

it('the sign-in page shows why the company sign-in failed and offers a retry', async () => {
  const { page } = await journey.comeIn()
  await page.goto(`${journey.product.url}/#/login`)
  await page.getByLabel('E-mail').fill('carla@rossi.test')
  provider.state.visitor = { sub: 'carla', email: 'carla@elsewhere.test', email_verified: true }
  const companyButton = page.getByRole('button', { name: 'Continue with Rossi SpA' })
  await companyButton.click()
  await page.getByText('The company’s sign-in gave no verified address', { exact: false }).waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('carla@rossi.test')
  provider.state.falsify = (claims) => ({ ...claims, aud: 'another' })
  await companyButton.click()
  await page.getByText('The company’s sign-in did not confirm who you are.', { exact: false }).waitFor()
  provider.state.falsify = null
  await page.goto(`${journey.product.url}${companyReturnPath}?code=x&state=y`)
  await page.getByText('This sign-in took too long', { exact: false }).waitFor()
})

it('a connected domain refuses passwords and links to its company sign-in', async () => {
  const { page } = await journey.comeIn()
  await page.goto(`${journey.product.url}/#/passworddimenticata`)
  await page.getByLabel('E-mail').fill('anna@rossi.test')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('Passwords are switched off by Rossi SpA.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'To the company sign-in' }).click()
  await page.getByRole('button', { name: 'Continue with Rossi SpA' }).waitFor()
  await page.getByLabel('E-mail').fill('owner@demo.vigilux.test')
  await page.getByLabel(passwordLabel).fill('Demo-1234!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
})
