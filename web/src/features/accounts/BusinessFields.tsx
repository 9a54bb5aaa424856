import { SegmentedControl, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type AccountKind, accountKinds } from '@vigilux/contract/features/accounts/account.ts'
import { vatExamples } from '@vigilux/contract/features/accounts/vat-examples.ts'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '../../shared/form/CountrySelect.tsx'
import * as styles from './accounts.module.css'

type Field = 'kind' | 'businessname' | 'piva' | 'address.country'
type BusinessFieldsProps = {
  kind: AccountKind
  /** Decides which VAT numbers are valid. */
  country: string | null
  field: (name: Field) => GetInputPropsReturnType
}

/** Company or person, the country, and the fields for a company. */
export function BusinessFields({ kind, country, field }: BusinessFieldsProps) {
  const { t } = useTranslation('accounts')
  const vatExample = country ? vatExamples[country] : undefined
  return (
    <>
      <fieldset>
        <legend>{t('signUp.kind')}</legend>
        <SegmentedControl
          aria-label={t('signUp.kind')}
          data={accountKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...field('kind')}
        />
      </fieldset>
      <TextInput
        label={t('fields.businessname')}
        withAsterisk={kind === 'company'}
        autoComplete="organization"
        {...field('businessname')}
      />
      <div className={styles.formPair}>
        <CountrySelect label={t('word.country')} clearable {...field('address.country')} />
        <TextInput
          label={t('fields.piva')}
          withAsterisk={kind === 'company'}
          description={vatExample && t('fields.pivaHelp', { example: vatExample })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('piva')}
        />
      </div>
    </>
  )
}
