/** The version of CircuitGrade, from `package.json`: results name the program that made them. */
export const PROGRAM_VERSION = "0.1.0";
