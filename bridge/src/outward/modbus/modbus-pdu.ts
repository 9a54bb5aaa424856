import type { OutletTarget } from '../outlet.ts'
import type { WriteOutcome } from '../plant-commands.ts'
import { testStates } from '../points.ts'
import { findTarget, readRegisters, testRegister } from './register-map.ts'

const functions = { readHolding: 3, readInput: 4, writeOne: 6, writeSeveral: 16 } as const
const exceptions = { function: 1, address: 2, value: 3, deviceFailure: 4, gatewayTargetSilent: 0x0b } as const
const maxRead = 125
const maxWrite = 123

class ModbusException extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exception ${code}`)
    this.code = code
  }
}

const exceptionOf: Record<Exclude<WriteOutcome, 'done'>, number> = {
  notAllowed: exceptions.function,
  invalidValue: exceptions.value,
  refused: exceptions.deviceFailure,
  noAnswer: exceptions.gatewayTargetSilent,
}

/** The lengths of a request are fixed by its function, so a shorter or longer one is refused. */
const requireLength = (pdu: Buffer, length: number): void => {
  if (pdu.length !== length) throw new ModbusException(exceptions.value)
}

const read = (pdu: Buffer, unitId: number, { state, now }: OutletTarget): Buffer => {
  requireLength(pdu, 5)
  const [address, count] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)]
  if (count < 1 || count > maxRead) throw new ModbusException(exceptions.value)
  const plant = state()
  const unit = plant ? findTarget(plant, unitId) : undefined
  if (!plant || unit === undefined) throw new ModbusException(exceptions.gatewayTargetSilent)
  const registers = readRegisters({ address, count }, unit, { now: now(), plant })
  if (!registers) throw new ModbusException(exceptions.address)
  const answer = Buffer.alloc(2 + count * 2)
  answer.writeUInt8(pdu.readUInt8(0), 0)
  answer.writeUInt8(count * 2, 1)
  for (const [at, register] of registers.entries()) answer.writeUInt16BE(register, 2 + at * 2)
  return answer
}

/** Address, number and first value of the registers to write. */
const parseWrite = (pdu: Buffer): { address: number; count: number; value: number } => {
  if (pdu.readUInt8(0) === functions.writeOne) {
    requireLength(pdu, 5)
    return { address: pdu.readUInt16BE(1), count: 1, value: pdu.readUInt16BE(3) }
  }
  if (pdu.length < 8) throw new ModbusException(exceptions.value)
  const [address, count, bytes] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3), pdu.readUInt8(5)]
  requireLength(pdu, 6 + bytes)
  if (count < 1 || count > maxWrite || bytes !== count * 2) throw new ModbusException(exceptions.value)
  return { address, count, value: pdu.readUInt16BE(6) }
}

const write = async (pdu: Buffer, unitId: number, { state, commands }: OutletTarget): Promise<Buffer> => {
  if (!commands.isEnabled) throw new ModbusException(exceptions.function)
  const { address, count, value } = parseWrite(pdu)
  const plant = state()
  const unit = plant ? findTarget(plant, unitId) : undefined
  if (unit === undefined) throw new ModbusException(exceptions.gatewayTargetSilent)
  if (unit === null || address !== testRegister || count !== 1) throw new ModbusException(exceptions.address)
  const outcome = await commands.setTest(unit, testStates[value] ?? '')
  if (outcome !== 'done') throw new ModbusException(exceptionOf[outcome])
  return pdu.subarray(0, 5)
}

/** The answer to a request: function code and data, or an exception. */
export const answerPdu = async (pdu: Buffer, unitId: number, target: OutletTarget): Promise<Buffer> => {
  const code = pdu.readUInt8(0)
  try {
    if (code === functions.readHolding || code === functions.readInput) return read(pdu, unitId, target)
    if (code === functions.writeOne || code === functions.writeSeveral) return await write(pdu, unitId, target)
    throw new ModbusException(exceptions.function)
  } catch (error) {
    const exception = error instanceof ModbusException ? error.code : exceptions.deviceFailure
    return Buffer.from([(code & 0x7f) | 0x80, exception])
  }
}
