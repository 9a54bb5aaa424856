import { TextInput } from '@mantine/core'
import { groupCodeDigits, normalizeProCode } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './pro-codes.module.css'

/** More than any notation of 16 digits needs; longer input shows an error and is not truncated. */
const maxTypedLength = 40

type CodeFieldProps = {
  /** Without spaces and dashes. */
  code: string
  onChange: (code: string) => void
  error: string | undefined
}

/** A code in groups of four, typed or pasted; the cursor stays at its digit. */
export function CodeField({ code, onChange, error }: CodeFieldProps) {
  const { t } = useTranslation('pro-codes')
  const field = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const change = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    digitsBefore.current = normalizeProCode(value.slice(0, selectionStart ?? value.length)).length
    onChange(normalizeProCode(value))
  }
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined) return
    const at = groupCodeDigits(code.slice(0, digitsBefore.current)).length
    digitsBefore.current = undefined
    field.current?.setSelectionRange(at, at)
  })
  return (
    <TextInput
      ref={field}
      label={t('enter.code')}
      description={t('enter.hint')}
      withAsterisk
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={maxTypedLength}
      className={styles.codeField}
      data-autofocus
      value={groupCodeDigits(code)}
      onChange={change}
      error={error}
    />
  )
}
