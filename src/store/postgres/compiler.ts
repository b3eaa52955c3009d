import { ColumnDefinitionNode, PostgresQueryCompiler, type DataTypeNode } from "kysely";

/** Types of columns that behave as SQLite's do. */
const types = new Map([
  // By code points, in every database, whatever language it was made for.
  ["text", 'text collate "C"'],
  // As wide as an id that somebody may ask for.
  ["integer", "bigint"],
]);

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const type = this.parentNode && ColumnDefinitionNode.is(this.parentNode) ? types.get(node.dataType) : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }
}
