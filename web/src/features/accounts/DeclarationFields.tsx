import { Anchor, Checkbox, Text } from '@mantine/core'
import { minimumAgeYears } from '@vigilux/contract/features/accounts/account.ts'
import { useTranslation } from 'react-i18next'
import * as formStyles from '../../shared/form/form.module.css'
import { pathTo } from '../../site-map.ts'

type DeclarationProps = {
  field: (name: 'ageDeclared' | 'termsAccepted' | 'nameDeclared') => object
  /** Also asks whether the name equals the one on the identity document. */
  withName?: boolean
}

/** The declarations without which no account opens: age and terms, and the name of an installer who is a person. */
export function DeclarationFields({ field, withName = false }: DeclarationProps) {
  const { t } = useTranslation('accounts')
  const frame = useTranslation('shell')
  return (
    <fieldset>
      <legend>{t('signUp.declarations')}</legend>
      <Checkbox label={<RequiredMark text={t('signUp.age', { years: minimumAgeYears })} />} {...field('ageDeclared')} />
      {withName ? (
        <Checkbox label={<RequiredMark text={t('signUp.nameDeclared')} />} {...field('nameDeclared')} />
      ) : null}
      <Checkbox label={<RequiredMark text={t('signUp.terms')} />} {...field('termsAccepted')} />
      <Text size="sm">
        <Anchor href={`#${pathTo('terms')}`} target="_blank">
          {frame.t('page.terms')}
        </Anchor>
        {' · '}
        <Anchor href={`#${pathTo('privacy')}`} target="_blank">
          {frame.t('page.privacy')}
        </Anchor>
      </Text>
    </fieldset>
  )
}

function RequiredMark({ text }: { text: string }) {
  return (
    <>
      {text}{' '}
      <span aria-hidden className={formStyles.asterisk}>
        *
      </span>
    </>
  )
}
