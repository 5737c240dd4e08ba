import { call, messageOf } from "../../../api.ts";

export type NetlistFormat = "asc" | "verilog";

/** The text of a submission's netlist; an error has the server's message. */
export async function loadNetlist(fileId: string, format: NetlistFormat): Promise<string> {
  try {
    const name = format === "asc" ? "generateNetlist" : "generateVerilog";
    const response = await call(name, { params: { fileId } });
    return await response.text();
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}
