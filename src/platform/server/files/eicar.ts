/** The test file of virus scanners (eicar.org), split in two so that no scanner blocks this source file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export function isEicarTestFile(content: Buffer): boolean {
  return content.includes(EICAR, 0, 'latin1')
}
