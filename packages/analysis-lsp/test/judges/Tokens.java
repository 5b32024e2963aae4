// Prints the tokens of Java files as javac's scanner reads them: for each file named on standard input, a line of JSON with their kinds, starts and ends
// in bytes. Files are read as Latin-1, in which each byte is a character. Needs the packages of jdk.compiler that its command line opens.

import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.parser.Scanner;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Log;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class Tokens {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String file; (file = lines.readLine()) != null; ) {
            String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.ISO_8859_1);
            Context context = new Context();
            context.put(Log.errKey, new PrintWriter(OutputStream.nullOutputStream()));
            Log log = Log.instance(context);
            Scanner scanner = ScannerFactory.instance(context).newScanner(text, false);
            StringBuilder tokens = new StringBuilder();
            int errors = 0;
            for (scanner.nextToken(); scanner.token().kind != TokenKind.EOF; scanner.nextToken()) {
                Token token = scanner.token();
                if (token.kind == TokenKind.ERROR) errors++;
                if (tokens.length() > 0) tokens.append(',');
                tokens.append("[\"" + kindOf(token.kind) + "\"," + token.pos + "," + token.endPos + "]");
            }
            System.out.println("{\"tokens\":[" + tokens + "],\"errors\":" + (errors + log.nerrors) + "}");
        }
    }

    private static String kindOf(TokenKind kind) {
        switch (kind) {
            case CHARLITERAL:
            case STRINGLITERAL:
                return "string";
            case INTLITERAL:
            case LONGLITERAL:
            case FLOATLITERAL:
            case DOUBLELITERAL:
                return "number";
            default:
                return kind == TokenKind.IDENTIFIER || Character.isLetter(kind.name().charAt(0)) && kind.name != null
                    && Character.isJavaIdentifierStart(kind.name.charAt(0)) ? "word" : "punctuation";
        }
    }
}
