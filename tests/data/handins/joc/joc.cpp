// Jocul: se citeste INPUT.TXT si se scrie OUTPUT.TXT.
#include <fstream>
#include <map>
#include <queue>
#include <string>
#include <vector>
using namespace std;

typedef vector<int> Stare;
const char* NUME = "P123456";
const char* DIRECTII = "lrud";
const int DA[] = {0, 0, -1, 1};
const int DB[] = {-1, 1, 0, 0};

int muta(const Stare& stare, int piesa, int directie) {
    int a = stare[piesa] / 5, b = stare[piesa] % 5;
    while (true) {
        int x = a + DA[directie], y = b + DB[directie];
        if (x < 0 || x > 4 || y < 0 || y > 4) return -1;
        for (int alta : stare)
            if (alta == 5 * x + y) return 5 * a + b;
        a = x;
        b = y;
    }
}

int main() {
    ifstream fin("INPUT.TXT");
    ofstream fout("OUTPUT.TXT");
    Stare stare;
    int a, b;
    while (fin >> a >> b) stare.push_back(5 * a + b);
    map<Stare, pair<Stare, string>> inainte;
    queue<Stare> coada;
    inainte[stare] = {Stare(), ""};
    coada.push(stare);
    while (!coada.empty()) {
        Stare acum = coada.front();
        coada.pop();
        if (acum[0] == 12) {
            vector<string> mutari;
            for (Stare s = acum; s != stare; s = inainte[s].first)
                mutari.push_back(inainte[s].second);
            fout << mutari.size() << " deplasari" << endl;
            for (int i = (int)mutari.size() - 1; i >= 0; i--) fout << mutari[i] << "  ";
            fout << endl << endl;
            return 0;
        }
        for (int piesa = 0; piesa < (int)acum.size(); piesa++)
            for (int d = 0; d < 4; d++) {
                int loc = muta(acum, piesa, d);
                if (loc < 0 || loc == acum[piesa]) continue;
                Stare dupa = acum;
                dupa[piesa] = loc;
                if (inainte.count(dupa)) continue;
                inainte[dupa] = {acum, string(1, NUME[piesa]) + "-" + DIRECTII[d]};
                coada.push(dupa);
            }
    }
    fout << "Fara solutie";
    return 0;
}
