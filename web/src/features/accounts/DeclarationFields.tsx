import { Anchor, Checkbox, Text } from '@mantine/core'
import { minimumAgeYears } from '@vigilux/contract/features/accounts/account.ts'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'

/** The two declarations without which no account opens: age and terms. */
export function DeclarationFields({ field }: { field: (name: 'ageDeclared' | 'termsAccepted') => object }) {
  const { t } = useTranslation('accounts')
  const frame = useTranslation('shell')
  return (
    <fieldset>
      <legend>{t('signUp.declarations')}</legend>
      <Checkbox label={<RequiredMark text={t('signUp.age', { years: minimumAgeYears })} />} {...field('ageDeclared')} />
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
      <span aria-hidden className="vx-asterisk">
        *
      </span>
    </>
  )
}
