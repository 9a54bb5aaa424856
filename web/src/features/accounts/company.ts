import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { callAuth } from '../../shared/session/session-api.ts'

/** A company with its own sign-in; without `passwords` it is the only way for its people. */
export type Company = { name: string; passwords: boolean }

const key = 'company'
/** Debounce of typing in milliseconds. */
const pauseMs = 300
const addressKey = 'vigilux.companyAddress'
/** The part after the last @ if it could be a domain; only this part is sent to the server. */
const domain = /@([^@\s]+\.[^@\s.]{2,})\s*$/

/** The last address used to go to a company in this tab, for a person who returns without having signed in. */
export const findLastCompanyEmail = (): string => sessionStorage.getItem(addressKey) ?? ''

/** The company of a typed address; undefined when there is none, or while it is unknown. */
function useCompanyOfEmail(address: string): Company | undefined {
  const [debouncedAddress] = useDebouncedValue(address, pauseMs)
  const emailDomain = domain.exec(debouncedAddress)?.[1]?.toLowerCase()
  const { data } = useQuery({
    queryKey: [key, emailDomain],
    queryFn: async () => (await callAuth('find-company', { domain: emailDomain ?? '' })).company,
    enabled: emailDomain !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  return emailDomain === undefined ? undefined : data || undefined
}

/** Refetches the companies, because a password was refused for an address without a known company. */
export const refetchCompanies = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: [key] })

export type CompanySignIn = {
  company: Company | undefined
  /** Goes to the company; after a failure the page stays and shows the reason. */
  begin: () => Promise<void>
  busy: boolean
  failure: unknown
}

/** Sign-in at the address's company. Back leads to the page before the form. */
export function useCompanySignIn(address: string): CompanySignIn {
  const company = useCompanyOfEmail(address)
  const language = useLanguage()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const beginFlow = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { url } = await callAuth('begin-company-sign-in', { email: address, language })
      sessionStorage.setItem(addressKey, address)
      location.replace(url)
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (failureOf(error).code === 'DOMAIN_NOT_CONNECTED') refetchCompanies(queries)
    }
  }
  return { company, begin: beginFlow, busy, failure }
}
