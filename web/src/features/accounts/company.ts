import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { callAuth } from '../../shared/session/session-api.ts'

/** A company whose people sign in there; without passwords they sign in there alone. */
export type Company = { name: string; passwords: boolean }

const key = 'company'
/** Milliseconds after which somebody who types is taken to have paused. */
const pauseMs = 300
const addressKey = 'vigilux.companyAddress'
/** What follows the last @ where it could be a domain; the rest of an address never leaves the page for this. */
const domain = /@([^@\s]+\.[^@\s.]{2,})\s*$/

/** With which address somebody went to a company last, in this tab: for coming back without having got in. */
export const findLastCompanyEmail = (): string => sessionStorage.getItem(addressKey) ?? ''

/** The company of an address as it is typed; undefined for one without, and until it is known. */
function useCompanyOfEmail(address: string): Company | undefined {
  const [typed] = useDebouncedValue(address, pauseMs)
  const asked = domain.exec(typed)?.[1]?.toLowerCase()
  const { data } = useQuery({
    queryKey: [key, asked],
    queryFn: async () => ((await callAuth('find-company', { domain: asked })) as { company: Company | null }).company,
    enabled: asked !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  return asked === undefined ? undefined : data || undefined
}

/** Asks anew which companies there are: a password was refused that no company was known for. */
export const refetchCompanies = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: [key] })

export type CompanySignIn = {
  company: Company | undefined
  /** Goes to the company; the page stays where that fails, and says why. */
  begin: () => Promise<void>
  busy: boolean
  failure: unknown
}

/** Signing in at the company of the address. Back leads to before the form, not to it. */
export function useCompanySignIn(address: string): CompanySignIn {
  const company = useCompanyOfEmail(address)
  const language = useLanguage()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { url } = (await callAuth('begin-company-sign-in', { email: address, language })) as { url: string }
      sessionStorage.setItem(addressKey, address)
      location.replace(url)
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (failureOf(error).code === 'DOMAIN_NOT_CONNECTED') refetchCompanies(queries)
    }
  }
  return { company, begin, busy, failure }
}
