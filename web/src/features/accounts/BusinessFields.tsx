import { SegmentedControl, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type AccountKind, accountKinds } from '@vigilux/contract/features/accounts/account.ts'
import { useTranslation } from 'react-i18next'

type Field = 'kind' | 'businessname' | 'piva'
type BusinessFieldsProps = { kind: AccountKind; field: (name: Field) => GetInputPropsReturnType }

/** Company or person, and the fields that a company requires. */
export function BusinessFields({ kind, field }: BusinessFieldsProps) {
  const { t } = useTranslation('accounts')
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
      <div className="vx-form-pair">
        <TextInput
          label={t('fields.businessname')}
          withAsterisk={kind === 'company'}
          autoComplete="organization"
          {...field('businessname')}
        />
        <TextInput label={t('fields.piva')} withAsterisk={kind === 'company'} {...field('piva')} />
      </div>
    </>
  )
}
