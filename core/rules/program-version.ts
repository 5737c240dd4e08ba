/** The version of CircuitGrade, as `package.json` has it: results tell which program made them. */
export const PROGRAM_VERSION = "0.1.0";
