import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { plantAccessTokenDraft } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { TokenScope } from '@vigilux/contract/kernel/token-scopes.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import * as styles from './access-tokens.module.css'
import { TokenDays } from './TokenDays.tsx'

/** Fields of every new token. */
export type TokenDraft = z.infer<typeof plantAccessTokenDraft>

type TokenFieldsProps<Values extends TokenDraft> = {
  form: UseFormReturnType<Values>
  /** The scopes available to the person; the others are absent. */
  scopes: readonly TokenScope[]
  timeZone: string
  /** Further fields, between the scopes and the end. */
  children?: ReactNode
}

/** The fields of a new token. `read` is always included, so its box cannot be cleared. */
export function TokenFields<Values extends TokenDraft>(props: TokenFieldsProps<Values>) {
  const { form, scopes, timeZone, children } = props
  const { error, ...days } = form.getInputProps('days')
  const { t } = useTranslation('access-tokens')
  const nameField = useRef<HTMLInputElement>(null)
  // The fields may appear after the dialog, which has then given the focus to its close button.
  useEffect(() => nameField.current?.focus(), [])
  return (
    <>
      <TextInput
        ref={nameField}
        label={t('word.name')}
        description={t('field.nameHint')}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('field.scopes')} {...form.getInputProps('scopes')}>
        <div className={styles.tokenScopes}>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              disabled={scope === 'read'}
              label={t(`scope.${scope}`)}
              description={t(`scopeText.${scope}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      {children}
      <TokenDays
        timeZone={timeZone}
        value={form.values.days}
        onChange={days.onChange}
        onBlur={days.onBlur}
        error={error}
      />
    </>
  )
}
