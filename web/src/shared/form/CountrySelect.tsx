import { Select, type SelectProps } from '@mantine/core'
import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import { useMemo } from 'react'
import { useFormats } from '../format/format.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { formatLocale } from '../i18n/languages.ts'

/** All countries by name in the person's language; the value is the ISO 3166 two-letter code. */
export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  const { country } = useFormats()
  const language = useLanguage()
  const data = useMemo(() => {
    const names = new Intl.Collator(formatLocale(language))
    return countryCodes
      .map((value) => ({ value, label: country(value) }))
      .sort((a, b) => names.compare(a.label, b.label))
  }, [country, language])
  return <Select searchable autoComplete="off" {...props} value={props.value || null} data={data} />
}
